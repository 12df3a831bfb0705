import { platform } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { readAt } from '../../../../../tests/support/imports/read-text.ts';
import { readDraftParts } from '../../drafts/draft-parts.ts';
import type { Draft } from '../reader.ts';
import { createReaderProcess, defaultReaderBounds, type ReaderProcess } from './reader-process.ts';

const faultyWorker = new URL('../../../../../tests/support/imports/faulty-worker.ts', import.meta.url);
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

let reader: ReaderProcess;
function start(bounds: Partial<Parameters<typeof createReaderProcess>[0]> = {}): ReaderProcess {
  reader = createReaderProcess({ ...defaultReaderBounds, now: () => readAt, ...bounds });
  return reader;
}

describe('The process that reads files', () => {
  afterEach(() => reader.stop());

  it('returns all drafts in order, for one file after the other', async () => {
    start();
    const [large, small] = await Promise.all([
      reader.read(deposits(1234), options('a.csv')),
      reader.read(deposits(3), options('b.csv')),
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
      reader.read(deposits(1), options(name)).then(() => read.push(name)),
    );
    subject = 'one';
    reading.push(reader.read(deposits(1), options('other.csv')).then(() => read.push('other.csv')));
    await Promise.all(reading);
    expect(read).toEqual(['a.csv', 'b.csv', 'other.csv', 'c.csv']);
  });

  it('says why a file can’t be read, and reads the next', async () => {
    start();
    await expect(reader.read(bytesOf('a,b\n1,2'), options('a.csv'))).rejects.toMatchObject({
      name: 'UnreadableFile',
      reason: 'unknown_format',
      columns: ['a', 'b'],
    });
    expect((await reader.read(deposits(1), options('b.csv'))).draftCount).toBe(1);
  });

  it.each([
    ['hang', 'The file takes too long to read'],
    ['wait', 'The file takes too long to read'],
    ['eat', 'The file takes too much memory to read'],
    ['grow', 'The file takes too much memory to read'],
    ['leave', 'the process ended'],
    ['throw', 'the process ended with 1'],
    ['fail', 'a fault of a reader'],
  ])('survives a reader that fails like this: %s', async (name, message) => {
    const time = { processorMs: name === 'hang' ? 200 : 20_000, elapsedMs: name === 'wait' ? 200 : 20_000 };
    start({ file: faultyWorker, time, memoryMiB: 64 });
    await expect(reader.read(new Uint8Array(1), options(name))).rejects.toThrow(message);
    expect(await reader.read(new Uint8Array(1), options('read'))).toMatchObject({
      format: 'kraken',
      parts: [],
    });
  });

  it.runIf(platform() === 'linux')('counts no time in which the processor does other work', async () => {
    start({ file: faultyWorker, time: { processorMs: 500, elapsedMs: 20_000 } });
    expect(await reader.read(new Uint8Array(1), options('pause'))).toMatchObject({ format: 'kraken' });
  });
});
