import { expect, it, onTestFinished } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';
import { drawReport } from './draw-report.ts';
import { createPdfRenderer } from './pdf-renderer.ts';

const madeAt = Date.parse('2025-05-01T10:00:00Z');
const json = Buffer.from(
  JSON.stringify(
    reportOf([entryOf('a', 'buy', '2024-01-01', { in: '2 bitcoin', out: '100 USD' })], {
      country: 'generic',
      year: 2024,
    }),
  ),
);

function createRenderer(options: Parameters<typeof createPdfRenderer>[0]) {
  const renderer = createPdfRenderer(options);
  onTestFinished(() => renderer.stop());
  return renderer;
}

it('draws the same bytes in a thread as in the process, one report at a time', async () => {
  const { render } = createRenderer({});
  const here = await drawReport(json, { madeAt });
  for (const pdf of await Promise.all([render(json, madeAt, 'user'), render(json, madeAt, 'user')]))
    expect(pdf.equals(here)).toBe(true);
});

it('gives up on a report that takes too long, and says what to do', async () => {
  const file = new URL('data:text/javascript,setInterval(() => {}, 1000)');
  await expect(createRenderer({ maxMs: 1, file }).render(json, madeAt, 'user')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Download it as CSV or JSON'),
  });
});

it('draws a short report while a long one is being drawn', async () => {
  const answerShort = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ json }) => json.length < 1e6 && parentPort.postMessage('done'))`;
  const file = new URL(`data:text/javascript,${encodeURIComponent(answerShort)}`);
  const { render, stop } = createRenderer({ file });
  const long = render(Buffer.alloc(2_000_000), madeAt, 'user');
  expect(await render(json, madeAt, 'user')).toHaveLength(0);
  await stop();
  await expect(long).rejects.toThrow('ended');
});

it('fails only the report that cannot be drawn', async () => {
  const { render } = createRenderer({});
  await expect(render(Buffer.from('[]'), madeAt, 'user')).rejects.toThrow('not the JSON of a report');
  expect((await render(json, madeAt, 'user')).subarray(0, 5).toString()).toBe('%PDF-');
});

it('refuses a report whose lines take too much memory, and says what to do', async () => {
  const { render } = createRenderer({});
  const sold = [
    entryOf('b', 'buy', '2023-01-01', { in: '2 bitcoin', out: '200 USD' }),
    entryOf('s', 'sell', '2024-05-01', { in: '90 USD', out: '1 bitcoin' }),
  ];
  const report = reportOf(sold, { country: 'generic', year: 2024 });
  const [line] = report.lines;
  const matches = Array(300_000).fill(line!.matches[0]);
  const long = Buffer.from(JSON.stringify({ ...report, lines: [{ ...line, matches }] }));
  await expect(render(long, madeAt, 'user')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Download it as CSV or JSON'),
  });
});

/** A thread that never draws long reports, and others at once. */
const drawsShort = new URL(
  `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ json }) => json.length < 100 && parentPort.postMessage('done'))`)}`,
);

it('lets users take turns, however many reports one of them wants', async () => {
  const { render } = createRenderer({});
  const drawn: string[] = [];
  const draw = (userId: string) => render(json, madeAt, userId).then(() => drawn.push(userId));
  await Promise.all([draw('a'), draw('a'), draw('a'), draw('b')]);
  expect(drawn).toEqual(['a', 'a', 'b', 'a']);
});

it('refuses long reports beyond a number of bytes, which wait in memory, and keeps half for users with none', async () => {
  const { render, stop } = createRenderer({ file: drawsShort, maxOpenBytes: 8_000_000 });
  const long = (userId: string, bytes = 2_000_000) => render(Buffer.alloc(bytes), madeAt, userId);
  const open = [long('a'), long('a')];
  await expect(long('a')).rejects.toMatchObject({ code: 'unavailable' });
  open.push(long('b'), long('c'));
  await expect(long('d')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await render(Buffer.alloc(50), madeAt, 'a')).toHaveLength(0);
  const ended = Promise.allSettled(open);
  await stop();
  expect((await ended).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
});

it('draws a single report of any length', async () => {
  const draws = new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => parentPort.postMessage('done'))`)}`,
  );
  const { render } = createRenderer({ file: draws, maxOpenBytes: 10 });
  for (const userId of ['a', 'a'])
    expect(await render(Buffer.alloc(2_000_000), madeAt, userId)).toHaveLength(0);
});
