import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { effectsQuery } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers with pages of two disposals: each transaction has a fee, and then its sale. */
function servePages(count: number) {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    const page = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? '0');
    const disposals = [`t${page}`, `t${page + 1}`].map((transactionId) => ({ transactionId }));
    return Response.json({ disposals, nextCursor: page + 1 < count ? String(page + 1) : null });
  });
  return paths;
}

const read = async () => {
  const query = effectsQuery('p1', '2024-01-01', '2025-01-01', 'EUR');
  return (await new QueryClient().fetchQuery(query)).map(({ transactionId }) => transactionId);
};

it('The gains of all rows are read, even if they have more disposals than one answer', async () => {
  const paths = servePages(3);
  expect(await read()).toEqual(['t0', 't1', 't1', 't2', 't2', 't3']);
  expect(paths).toHaveLength(3);
  for (const path of paths) expect(path).toContain('currency=EUR');
});

it('The last row has no gain if there are too many disposals, because some of its own may be missing', async () => {
  servePages(100);
  const found = await read();
  expect([found[0], found.at(-1)]).toEqual(['t0', 't7']);
  expect(found).not.toContain('t8');
});
