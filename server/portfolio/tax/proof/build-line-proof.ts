import type { Proof, ProvenFigure } from '#contract/ledger/proof.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import { concludeProof, engineVersion } from '../../ledger/proof/conclude-proof.ts';
import { sortLeaves } from '../../ledger/proof/proof-leaves.ts';
import type { ValueBook } from '../../ledger/proof/value-book.ts';
import { TimeZone } from '../report/time-zone.ts';
import { rulesByCountry } from '../rules/rules-by-country.ts';
import type { LineProofRequest } from './line-proof-request.ts';
import { listCoinLineSteps } from './list-coin-line-steps.ts';
import { listPortfolioSteps } from './list-portfolio-steps.ts';

const toInstant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/**
 * Builds the proof of a report's line by the rules of its country. `entries`: the transactions it is computed from;
 * `at`: the instant of the last of them that may count; null: all do. `values` must have what they need.
 */
export function buildLineProof(
  request: LineProofRequest,
  entries: readonly LedgerEntry[],
  values: ValueBook,
  at: number | null,
): Proof {
  const { country, timeZone, coinId, disposal, span, asOf, currency, choice } = request;
  const setup = rulesByCountry[country].getProofSetup(new TimeZone(timeZone), choice);
  const { transactionLeaves, steps, gain } =
    setup.runCoin === null
      ? listPortfolioSteps(request, entries, values)
      : listCoinLineSteps(request, { ...setup, runCoin: setup.runCoin }, entries, values);
  const figure: ProvenFigure = disposal === null ? 'realized' : 'gain';
  const value = moneyText(gain);
  const used = new Set(steps.flatMap(({ inputs }) => (inputs as string[] | undefined) ?? []));
  const valueLeaves = values.listLeaves().filter(({ id }) => used.has(id));
  const head = {
    version: 2 as const,
    ...{ figure, value, coin: coinId, transaction: disposal?.transactionId ?? null },
    isFee: disposal?.isFee ?? false,
    from: toInstant(span.from),
    to: toInstant(span.to),
    at: toInstant(at),
    asOf: new Date(asOf).toISOString(),
    ...{ currency, method: setup.method, scope: setup.scope, rules: { country, timeZone } },
    engine: engineVersion,
  } as const;
  const last = { op: figure, coin: coinId, inputs: [], result: value };
  return concludeProof(head, [...transactionLeaves, ...sortLeaves(valueLeaves)], [...steps, last]);
}
