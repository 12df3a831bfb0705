import { AcquisitionDays } from '../report/acquisition-days.ts';
import { partsOf, startSteps } from '../report/country-run.ts';
import { runAccount } from '../report/ledger-run.ts';
import { toLine } from '../report/line-draft.ts';
import { listOpenLotsAt } from '../report/list-open-lots-at.ts';
import type { CountryRules } from './country-rules.ts';
import { listPoolsAfter } from './pool-by-day.ts';

/**
 * The unmodified ledger: calendar years in UTC and the method, scope and currency of the settings. No country's rules.
 */
export const generic: CountryRules = {
  country: 'generic',
  currency: null,
  apply(taxCase) {
    const { settings, year } = taxCase;
    const { steps, run } = startSteps(taxCase);
    const days = new AcquisitionDays(taxCase);
    return {
      ...settings,
      lines: partsOf(taxCase, run).map((part) =>
        toLine(part, year.zone, { acquired: days.dayOfAll(part.matches) }),
      ),
      apart: [],
      steps,
      run,
      open: settings.method === 'uk' ? listPoolsAfter(run, year) : listOpenLotsAt(run, settings, year.to),
      notes: [
        {
          kind: 'method',
          text: 'The figures of the ledger, by the method in the settings. No country’s rules are applied.',
          source: 'Altimeter’s documentation of the ledger (docs/ledger.md)',
        },
      ],
      details: { country: 'generic' },
      proofOf: () => settings,
    };
  },
  getProofSetup: (_zone, choice) => ({
    ...choice,
    entryRules: {},
    runCoin: ({ events }) => runAccount(events, choice),
  }),
};
