/** JSON that is written already. An export puts it into its document as it is, and nobody parses it. */
export class WrittenJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
