export type CborValue = number | string | Buffer | readonly CborValue[] | CborMap;
type CborMap = ReadonlyMap<number | string, CborValue>;

/** Encodes whole numbers below 65,536, texts, bytes, lists and maps as CBOR (RFC 8949). */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
  if (typeof value === 'string') return withHead(3, Buffer.from(value));
  if (Buffer.isBuffer(value)) return withHead(2, value);
  if (Array.isArray(value)) return Buffer.concat([encodeHead(4, value.length), ...value.map(encodeCbor)]);
  const pairs = [...(value as CborMap)];
  return Buffer.concat([
    encodeHead(5, pairs.length),
    ...pairs.flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]),
  ]);
}

function withHead(kind: number, bytes: Buffer): Buffer {
  return Buffer.concat([encodeHead(kind, bytes.length), bytes]);
}

function encodeHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff]);
}
