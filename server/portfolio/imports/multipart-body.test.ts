import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readMultipart, UploadedFile } from './multipart-body.ts';

const type = { 'content-type': 'multipart/form-data; boundary=b' };
const limits = { maxBytes: 100, tooLarge: 'too large' };
const fileOf = (content: string) =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}`;
const end = '\r\n--b--\r\n';

describe('a form with a file', () => {
  it('is read', async () => {
    const payload = new PassThrough();
    const reading = readMultipart(payload, type, limits);
    payload.end(fileOf('one,two') + end);
    const { file } = await reading;
    expect(file).toBeInstanceOf(UploadedFile);
    expect(file).toMatchObject({ name: 'a.csv', bytes: Buffer.from('one,two') });
  });

  it.each([
    ['its length', { ...type, 'content-length': '1000000' }, 'x'],
    ['no length', type, 'x'.repeat(500)],
  ])(
    'that is too large is refused once all of it has been sent: with %s',
    async (_name, headers, content) => {
      const payload = new PassThrough();
      let isRefused = false;
      const reading = readMultipart(payload, headers, limits).catch((error: unknown) => {
        isRefused = true;
        return error;
      });
      payload.write(fileOf(content));
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      expect(isRefused).toBe(false);
      payload.end(end);
      expect(await reading).toMatchObject({ code: 'too_large', message: 'too large' });
    },
  );

  it('is read in several turns of the event loop, so that other calls run in between', async () => {
    const chunks = [fileOf('one,two'), ...Array.from({ length: 50 }, () => 'x'.repeat(100_000)), end];
    let isRead = false;
    const reading = readMultipart(Readable.from(chunks), type, { ...limits, maxBytes: 10_000_000 }).finally(
      () => {
        isRead = true;
      },
    );
    let turns = 0;
    for (; !isRead; turns += 1) await setImmediate();
    expect((await reading).file).toMatchObject({ bytes: { length: 5_000_007 } });
    expect(turns).toBeGreaterThan(15);
  });

  it('is refused if it was cut off', async () => {
    const payload = new PassThrough();
    const reading = readMultipart(payload, type, limits);
    payload.write(fileOf('one,'));
    payload.destroy(new Error('gone'));
    await expect(reading).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
