import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressFully, encodeBody } from './encoded-body.ts';

describe('encodeBody', () => {
  it('has the same ETag for the same value and another for a different one', async () => {
    const [one, same, other] = await Promise.all([
      encodeBody({ a: 1 }),
      encodeBody({ a: 1 }),
      encodeBody({ a: 2 }),
    ]);
    expect(one.etag).toMatch(/^"[\w-]{22}"$/);
    expect(same.etag).toBe(one.etag);
    expect(other.etag).not.toBe(one.etag);
  });

  it('keeps text and bytes unchanged', async () => {
    const html = await encodeBody('<p>ü</p>', { contentType: 'text/html; charset=utf-8' });
    expect(html.identity.toString()).toBe('<p>ü</p>');
    const picture = await encodeBody(Buffer.from([1, 2]), { contentType: 'image/png', compress: false });
    expect(picture).toMatchObject({ identity: Buffer.from([1, 2]), gzip: undefined, brotli: undefined });
  });

  it('is compressed more tightly later, with the same content and ETag', async () => {
    const body = await encodeBody(Array.from({ length: 2000 }, (_, index) => ({ index, price: index ** 3 })));
    const small = await compressFully(body);
    expect(small.brotli!.length).toBeLessThan(body.brotli!.length);
    expect(brotliDecompressSync(small.brotli!)).toEqual(body.identity);
    expect(small.etag).toBe(body.etag);
    const picture = await encodeBody(Buffer.from([1, 2]), { compress: false });
    expect(await compressFully(picture)).toBe(picture);
  });
});
