import type { TaxCountry } from '#contract/tax/choice.ts';
import type { LedgerEntry } from '../../server/portfolio/ledger/engine/entry.ts';
import { buildReport } from '../../server/portfolio/tax/report/build-report.ts';
import { createTaxYear } from '../../server/portfolio/tax/report/tax-year.ts';
import { rulesByCountry } from '../../server/portfolio/tax/rules/rules-by-country.ts';
import { createRandom } from '../support/create-random.ts';
import { entryOf } from '../support/portfolio/ledger-entries.ts';
import { fakeValuer } from '../support/portfolio/tax-report.ts';

const year = 2024;
const yearDays = 365;
const firstDay = Date.UTC(year, 3, 6);
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Sales fall in these UTC hours, which are the same day in every country. */
const [firstHour, hours] = [7, 12];
const purchasesEvery = 14;

interface MadeReport {
  readonly country: TaxCountry;
  readonly lines: number;
  /** The number of coins that have purchases. Each sale of another coin is a problem. */
  readonly boughtCoins?: number;
}

/** Makes a report's JSON with about `lines` lines. No coin is sold twice a day, so British lines aren't merged. */
export function makeTaxReport({ country, lines, boughtCoins }: MadeReport): string {
  const coins = Math.max(1, Math.ceil(lines / yearDays));
  const currency = rulesByCountry[country].currency ?? 'USD';
  const own = makeEntries({ coins, lines, currency, boughtCoins: boughtCoins ?? coins });
  const ids = Array.from({ length: coins }, (_, coin) => idOf(coin));
  const closes = Object.fromEntries(ids.map((id, coin) => [id, `${(coin + 1) * 3}.5`]));
  const report = buildReport(
    {
      ...{ country, currency, own, entries: own, basis: 'wallet' },
      // Covers every sale, whatever the country's tax year.
      year: { ...createTaxYear(country, year), from: firstDay, to: firstDay + yearDays * dayMs },
      settings: { method: 'fifo', scope: 'portfolio' },
      valuer: fakeValuer(currency, closes),
      now: Date.UTC(2026, 0, 1),
    },
    {
      portfolios: [{ id: 'portfolio', name: 'Long-term savings' }],
      otherPortfolios: 0,
      names: new Map(ids.map((id, coin) => [id, { symbol: `c${coin}`, name: `Coin of number ${coin}` }])),
      walletNames: new Map(),
    },
  );
  return JSON.stringify(report);
}

const idOf = (coin: number) => `coin-of-number-${coin}`;

interface MadeLedger {
  readonly coins: number;
  readonly lines: number;
  readonly currency: string;
  readonly boughtCoins: number;
}

function makeEntries({ coins, lines, currency, boughtCoins }: MadeLedger): LedgerEntry[] {
  const random = createRandom(1);
  const entries: LedgerEntry[] = [];
  const nextId = () => `0190c1f0-7000-7000-8000-${String(entries.length).padStart(12, '0')}`;
  const money = (most: number) => `${(random() * most + 0.01).toFixed(2)} ${currency}`;
  const buy = (coin: number, at: number, amount: number) =>
    entries.push(
      entryOf(nextId(), 'buy', new Date(at).toISOString(), {
        in: `${amount} ${idOf(coin)}`,
        ...{ out: money(90_000), fee: money(9) },
      }),
    );
  for (let coin = 0; coin < boughtCoins; coin += 1) buy(coin, firstDay - 500 * dayMs, 3_000);
  for (let sale = 0; sale < lines; sale += 1) {
    const [day, coin] = [Math.floor(sale / coins), sale % coins];
    const at = firstDay + day * dayMs + Math.floor((firstHour + random() * hours) * hourMs);
    if (coin < boughtCoins && day % purchasesEvery === 0) buy(coin, at - hourMs, 100);
    entries.push(
      entryOf(nextId(), 'sell', new Date(at).toISOString(), {
        ...{ in: money(9_000), fee: money(9) },
        out: `${(random() * 9 + 0.1).toFixed(8)} ${idOf(coin)}`,
      }),
    );
  }
  return entries;
}
