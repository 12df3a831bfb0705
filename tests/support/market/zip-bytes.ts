import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedText {
  readonly name: string;
  readonly text: string | Uint8Array;
  /** The unpacked size claimed by the archive, in bytes. */
  readonly claimedSize?: number;
  readonly claimedChecksum?: number;
}

/** Makes a zip file. Its entries may claim wrong sizes. */
export function makeZip(entries: readonly ZippedText[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, claimedSize, claimedChecksum } of entries) {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(claimedChecksum ?? crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedSize ?? plain.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, place, Buffer.from(name)]),
    );
    files.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, index, Buffer.from('PK\u0005\u0006'), end]);
}
