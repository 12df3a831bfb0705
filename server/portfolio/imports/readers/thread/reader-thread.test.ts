import { afterEach, describe, expect, it } from 'vitest';
import { readAt } from '../../../../../tests/support/imports/read-text.ts';
import { readDraftParts } from '../../drafts/draft-parts.ts';
import type { Draft } from '../reader.ts';
import { createReaderThread, defaultReaderBounds, type ReaderThread } from './reader-thread.ts';

const oddFile = new URL('../../../../../tests/support/imports/odd-worker.ts', import.meta.url);
const options = (fileName: string) => ({ fileName, format: null, timeZone: null, mapping: null });
const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
const bytesOf = (text: string) => new TextEncoder().encode(text);
const deposits = (count: number) =>
  bytesOf(
    [
      header,
      ...Array.from(
        { length: count },
        (_, index) => `L${index},R${index},2021-02-10 10:06:39,deposit,,currency,XXBT,1,0,1`,
      ),
    ].join('\n'),
  );

let thread: ReaderThread;
function start(bounds: Partial<Parameters<typeof createReaderThread>[0]> = {}): ReaderThread {
  thread = createReaderThread({ ...defaultReaderBounds, now: () => readAt, ...bounds });
  return thread;
}

describe('The thread that reads files', () => {
  afterEach(() => thread.stop());

  it('returns all drafts in order, for one file after the other', async () => {
    start();
    const [large, small] = await Promise.all([
      thread.read(deposits(1234), options('a.csv')),
      thread.read(deposits(3), options('b.csv')),
    ]);
    const drafts: Draft[] = [];
    for await (const some of readDraftParts(large.parts)) drafts.push(...some);
    expect(drafts.map(({ externalId }) => externalId)).toEqual(
      Array.from({ length: 1234 }, (_, index) => `R${index}`),
    );
    expect(small).toMatchObject({ format: 'kraken', layout: 'ledgers', rows: 3, problems: [] });
  });

  it('reads another network’s file before the remaining files of the first', async () => {
    const read: string[] = [];
    let subject = 'many';
    start({ findSubject: () => subject });
    const reading = ['a.csv', 'b.csv', 'c.csv'].map((name) =>
      thread.read(deposits(1), options(name)).then(() => read.push(name)),
    );
    subject = 'one';
    reading.push(thread.read(deposits(1), options('other.csv')).then(() => read.push('other.csv')));
    await Promise.all(reading);
    expect(read).toEqual(['a.csv', 'b.csv', 'other.csv', 'c.csv']);
  });

  it('says why a file can’t be read, and reads the next', async () => {
    start();
    await expect(thread.read(bytesOf('a,b\n1,2'), options('a.csv'))).rejects.toMatchObject({
      name: 'UnreadableFile',
      reason: 'unknown_format',
      columns: ['a', 'b'],
    });
    expect((await thread.read(deposits(1), options('b.csv'))).draftCount).toBe(1);
  });

  it.each([
    ['hang', 'The file takes too long to read'],
    ['eat', 'The file takes too much memory to read'],
    ['leave', 'the thread ended'],
    ['throw', 'a fault of the worker'],
    ['fail', 'a fault of a reader'],
  ])('survives a reader that fails like this: %s', async (name, message) => {
    start({ file: oddFile, limitMs: name === 'hang' ? 200 : 20_000, memoryMiB: 64 });
    await expect(thread.read(new Uint8Array(1), options(name))).rejects.toThrow(message);
    expect(await thread.read(new Uint8Array(1), options('read'))).toMatchObject({
      format: 'kraken',
      parts: [],
    });
  });
});
