import type {
  LedgerCalculator,
  LedgerQuery,
} from '../../../server/portfolio/ledger/calculator/ledger-query.ts';

/** All answers about a ledger, as text. `except`: a part of the summary to leave out. */
export async function readAnswers(
  calculator: LedgerCalculator,
  query: LedgerQuery,
  except?: 'provisional',
): Promise<string> {
  const every = { coinId: null, from: null, to: null, limit: 500, after: null };
  const { coins, ...others } = await calculator.summarize(query);
  const figures = {
    coins: coins.toSorted((a, b) => (a.coinId < b.coinId ? -1 : 1)),
    others: { ...others, ...(except && { [except]: null }) },
    lots: Buffer.from(await calculator.writeLots({ ...query, coinId: null, without: null })).toString(),
    disposals: await calculator.listDisposals({ ...query, ...every }),
  };
  return JSON.stringify(figures, (_key, value) => (typeof value === 'bigint' ? `${value}` : value), 1);
}
