import { crc32, deflateSync } from 'node:zlib';
import { hashText } from '../prices/noise.ts';

const size = 64;

/** A part of a PNG file: length, name, data, checksum. */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A logo for a simulated coin: a disc as a 64 × 64 px PNG, with a colour derived from the coin's id. */
export function drawDiscImage(coinId: string): Buffer {
  const hash = hashText(coinId);
  const colour = [hash & 0xff, (hash >>> 8) & 0xff, (hash >>> 16) & 0xff];
  const rows = Buffer.alloc(size * (1 + size * 4));
  const radius = size / 2;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (Math.hypot(x + 0.5 - radius, y + 0.5 - radius) > radius) continue;
      const at = y * (1 + size * 4) + 1 + x * 4;
      rows.set([...colour, 255], at);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits per channel, RGBA.
  header.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
