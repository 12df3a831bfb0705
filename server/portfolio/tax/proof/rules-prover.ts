import { refuseFeature } from '#server/billing/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { LedgerSource } from '../../ledger/calculator/ledger-source.ts';
import type { PastPrices } from '../../ledger/calculator/past-values.ts';
import type { ProveByRules } from '../../ledger/proof/service.ts';
import { noPortfolio } from '../../no-portfolio.ts';
import { createTaxYear } from '../report/tax-year.ts';
import { rulesByCountry } from '../rules/rules-by-country.ts';
import type { LineProofMaker } from './line-proof-maker.ts';
import type { LineProofReads, LineProofRequest } from './line-proof-request.ts';

interface RulesProverDeps {
  readonly source: LedgerSource;
  readonly past: PastPrices;
  readonly makeProof: LineProofMaker;
  readonly clock: Clock;
}

/** Proves lines of reports that are not filed, from the ledgers as they are now. */
export function createRulesProver({ source, past, makeProof, clock }: RulesProverDeps): ProveByRules {
  return async (user, portfolioId, query) => {
    const refusal = refuseFeature(user.tier, 'taxReports');
    if (refusal) throw refusal;
    const ids = [...new Set([portfolioId, ...query.with])];
    const heads = await Promise.all(ids.map((id) => source.findHead(user.id, id)));
    const found = heads.filter((head) => head !== undefined);
    const [head] = found;
    if (!head || found.length < ids.length) throw noPortfolio();
    const { country, coin, disposal, span, timeZone, currency } = query;
    const { settings } = head;
    const now = clock.now();
    const request: LineProofRequest = {
      country,
      timeZone: createTaxYear(country, new Date(now).getUTCFullYear(), timeZone).zone.name,
      coinId: coin,
      ...{ disposal, span },
      asOf: now,
      currency: currency ?? rulesByCountry[country].currency ?? settings.currency,
      choice: { method: query.method ?? settings.method, scope: query.scope ?? settings.scope },
      portfolios: ids.map((id) => ({ id })),
    };
    const reads: LineProofReads = {
      readChanges: (...args) => source.readChanges(...args),
      readCloses: (wanted) => past.readCloses(wanted),
      readRates: (wanted) => past.readRates(wanted),
    };
    const size = found.reduce((sum, each) => sum + each.size, 0);
    return (await makeProof(request, reads, { userId: user.id, size })).text;
  };
}
