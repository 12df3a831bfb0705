import { crc32, deflateRawSync } from 'node:zlib';
import { writeZip } from '../imports/write-xlsx.ts';

export interface ZippedText {
  readonly name: string;
  readonly text: string | Uint8Array;
  /** The unpacked size claimed by the archive, in bytes. */
  readonly claimedSize?: number;
  readonly claimedChecksum?: number;
}

/** Makes a zip file. Its entries may claim wrong sizes and checksums. */
export function makeZip(entries: readonly ZippedText[]): Buffer {
  const zip = writeZip(
    entries.map(({ name, text, claimedSize, claimedChecksum }) => {
      const plain = Buffer.from(text);
      return {
        name,
        packed: deflateRawSync(plain),
        size: claimedSize ?? plain.length,
        checksum: claimedChecksum ?? crc32(plain),
      };
    }),
  );
  return Buffer.from(zip);
}
