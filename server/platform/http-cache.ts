

/** A body serialised and compressed once, to be sent as bytes any number of times. */
export interface EncodedBody {
  readonly contentType: string;
  /** Strong ETag of the identity bytes; each encoding adds its own suffix. */
  readonly etag: string;
  /** When the data was fetched upstream, as an HTTP date. */
  readonly lastModified: string | undefined;
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
}
