import type { ReactNode } from 'react';
import type { TaxReport } from '#contract/tax/report.ts';
import { countLines, taxBasisNames, taxMethodNames } from '#contract/tax/words.ts';
import { decimalVariant } from '#web/lib/decimal-formats.ts';
import change from '#web/ui/change.module.css';
import card from '#web/ui/styles/card.module.css';
import { useOwnFigures } from '../own-figures.ts';
import { CountryCards } from './country-cards.tsx';
import { ReportCards } from './report-cards.tsx';
import styles from './tax.module.css';
import { TaxLines } from './tax-lines.tsx';
import { TaxProblems } from './tax-problems.tsx';

interface TaxReportPartsProps {
  portfolioId: string;
  report: TaxReport;
  /** Shown at the top of the first card. */
  chooser: ReactNode;
}

/** A report: its totals, problems and lines, and the facts its country asks for. */
export function TaxReportParts({ portfolioId, report, chooser }: TaxReportPartsProps) {
  return (
    <>
      <section className={`${card.card} ${styles.card}`} aria-labelledby="tax-title">
        {chooser}
        <Totals report={report} />
        <Facts report={report} />
      </section>
      <TaxProblems report={report} />
      <TaxLines
        key={`${report.country} ${report.year} ${report.basis} ${report.portfolios.length}`}
        portfolioId={portfolioId}
        report={report}
        lines={report.lines}
        title={`Disposals in ${report.yearName}`}
      />
      {report.apart.length > 0 && (
        <TaxLines portfolioId={portfolioId} report={report} lines={report.apart} title="Not in the totals" />
      )}
      <CountryCards report={report} />
      <ReportCards report={report} />
    </>
  );
}

/** A net with more characters than this is set smaller. */
const maxLargeLength = 12;

function Totals({ report: { totals, currency, income, lines } }: { report: TaxReport }) {
  const own = useOwnFigures();
  const rows = [
    ['Net', totals.net],
    ['Gains', totals.gains],
    ['Losses', totals.losses],
    ['Proceeds', totals.proceeds],
    ['Cost', totals.cost],
    ['Income', income.total],
  ] as const;
  const isLong = totals.net !== null && own.change(totals.net, currency).length > maxLargeLength;
  return (
    <dl className={styles.totals} data-long={isLong || undefined}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={own.moneyTitle(value, currency)}>
            {value === null ? 'not known' : <Total name={name} value={value} currency={currency} />}
          </dd>
          {name === 'Net' && <dd className="meta">{countLines(lines)}</dd>}
        </div>
      ))}
    </dl>
  );
}

function Total({ name, value, currency }: { name: string; value: string; currency: string }) {
  const own = useOwnFigures();
  if (name !== 'Net') return own.money(value, currency);
  return (
    <span className={change.change} data-variant={decimalVariant(value)}>
      <span>{own.change(value, currency)}</span>
    </span>
  );
}

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const writeDay = (day: string) => days.format(new Date(`${day}T00:00:00Z`));

function Facts({ report }: { report: TaxReport }) {
  const { firstDay, lastDay, timeZone, method, scope, basis, portfolios } = report;
  const scopeName = scope === 'wallet' ? 'separately for each wallet' : 'over all wallets';
  return (
    <>
      <p className={styles.facts}>
        {writeDay(firstDay)} to {writeDay(lastDay)}, time zone {timeZone}. {taxMethodNames[method]},{' '}
        {scopeName}.{basis !== null && ` ${taxBasisNames[basis]}.`}
        {portfolios.length > 1 && ` Portfolios: ${portfolios.map(({ name }) => name).join(', ')}.`}
      </p>
      {report.notes
        .filter(({ kind }) => kind === 'no_advice')
        .map(({ text }) => (
          <p key={text} className={styles.advice}>
            {text}
          </p>
        ))}
    </>
  );
}
