import { describe, expect, it } from 'vitest';
import { describeCounts, describePlace, listContents, readAccountFile } from './account-file.ts';

const fileOf = (text: string) => new File([text], 'export.json');

describe('an account file', () => {
  it('is read with its metadata', async () => {
    const content = {
      exportedAt: '2024-05-01T10:00:00.000Z',
      account: { email: 'a@b.c' },
      data: { alerts: [] },
    };
    expect(await readAccountFile(fileOf(`\uFEFF${JSON.stringify(content)}`))).toEqual({
      name: 'export.json',
      exportedOn: '1 May 2024',
      email: 'a@b.c',
      data: { alerts: [] },
    });
  });

  it.each(['', 'a,b', '[]', 'null', '{"data":[]}', '{"portfolios":[]}'])('is refused: %s', async (text) => {
    await expect(readAccountFile(fileOf(text))).rejects.toThrow('This file is not an account export');
  });

  it('lists its contents, whatever they are', () => {
    const portfolio = { wallets: [], imports: [{}], transactions: [{}, {}] };
    expect(listContents({ portfolios: [portfolio, null], watchlist: [{}], alerts: 'x' })).toEqual([
      '1 portfolio',
      '1 imported file',
      '2 transactions',
      '1 watched coin',
    ]);
    expect(describeCounts({ transactions: 12_345, learning: 1 })).toEqual([
      '12,345 transactions',
      '1 completed module',
    ]);
  });

  it.each([
    ['data.portfolios.0.transactions.2.in', 'portfolio 1, transaction 3, in'],
    ['data.watchlist', 'watchlist'],
    ['data.alerts.9.threshold', 'alert 10, threshold'],
    ['data', ''],
  ])('names the place %s', (path, place) => {
    expect(describePlace(path)).toBe(place);
  });
});
