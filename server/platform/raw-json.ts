/** Already serialized JSON, which an export copies into its document without parsing it. */
export class RawJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
