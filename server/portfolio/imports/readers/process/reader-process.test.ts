import { type ChildProcess, fork } from 'node:child_process';
import { platform } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAt } from '../../../../../tests/support/imports/read-text.ts';
import { readDraftParts } from '../../drafts/draft-parts.ts';
import type { Draft } from '../draft.ts';
import { createReaderProcess, defaultReaderBounds, type ReaderProcess } from './reader-process.ts';

vi.mock('node:child_process', async (readOriginal) => {
  const original = await readOriginal<typeof import('node:child_process')>();
  return { ...original, fork: vi.fn(original.fork) };
});

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

  it('returns all drafts in order, for one file after another', async () => {
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
    ['null', 'something other than an answer'],
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

  it('is ended if it does not start in time, and started again for the next file', async () => {
    const slowFile = new URL('../../../../../tests/support/imports/slow-worker.ts', import.meta.url);
    vi.mocked(fork).mockClear();
    start({ file: slowFile, startTime: { processorMs: 500, elapsedMs: 500 } });
    await expect(reader.read(new Uint8Array(1), options('read'))).rejects.toThrow('did not start in time');
    await expect(reader.read(new Uint8Array(1), options('read'))).rejects.toThrow('did not start in time');
    const started = vi.mocked(fork).mock.results.map(({ value }) => value as ChildProcess);
    expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL']);
  });

  it('says that the server stopped, rather than that the file takes too much memory', async () => {
    vi.mocked(fork).mockClear();
    start({ file: faultyWorker });
    const reading = reader.read(new Uint8Array(1), options('hang'));
    reading.catch(() => undefined);
    await expect.poll(() => vi.mocked(fork).mock.results.length).toBe(1);
    await reader.stop();
    await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
  });
});
