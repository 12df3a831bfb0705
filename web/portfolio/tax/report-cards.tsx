import type { TaxReport } from '#contract/tax/report.ts';
import { capitalize } from '#contract/tax/words.ts';
import { formatDecimalMoney } from '#web/lib/decimal-formats.ts';
import { countOf } from '#web/lib/formats.ts';
import card from '#web/ui/styles/card.module.css';
import { useOwnFigures } from '../own-figures.ts';
import styles from './tax.module.css';

interface ReportProps {
  report: TaxReport;
}

/** Income, the differences from the ledger, and the rules that were applied. */
export function ReportCards({ report }: ReportProps) {
  return (
    <>
      {(report.incomeLines.length > 0 || report.differences.length > 0) && (
        <div className={styles.sumCards}>
          <IncomeCard report={report} />
          <DifferenceCard report={report} />
        </div>
      )}
      <RuleCard report={report} />
    </>
  );
}

/** Income by kind. */
function IncomeCard({ report: { income, incomeLines, currency } }: ReportProps) {
  const own = useOwnFigures();
  if (incomeLines.length === 0) return null;
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="tax-income">
      <div className={card.head}>
        <h2 className="heading3" id="tax-income">
          Income
        </h2>
        <span className="small muted">{countOf(incomeLines.length, 'transaction')}</span>
      </div>
      <dl className={styles.factList}>
        {Object.entries(income.byKind).map(([kind, value]) => (
          <div key={kind}>
            <dt className={styles.kind}>{kind}</dt>
            <dd>{value === null ? 'not known' : own.money(value, currency)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <b>Total</b>
          </dt>
          <dd>
            <b>{income.total === null ? 'not known' : own.money(income.total, currency)}</b>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** Reconciles the ledger's net gain with the report's, rule by rule. */
function DifferenceCard({ report: { ledger, differences, totals, currency } }: ReportProps) {
  const own = useOwnFigures();
  const net = (value: string | null) => (value === null ? 'not known' : own.money(value, currency));
  if (differences.length === 0) return null;
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="tax-differences">
      <div className={card.head}>
        <h2 className="heading3" id="tax-differences">
          Differences from the ledger
        </h2>
        <span className="small muted">Net, rule by rule</span>
      </div>
      <dl className={styles.factList}>
        <div>
          <dt>The ledger, by its own settings</dt>
          <dd>{net(ledger.totals.net)}</dd>
        </div>
        {differences.map(({ rule, text, source, net: moved }) => (
          <div key={`${rule} ${text}`}>
            <dt>
              {text} <span className={styles.source}>{source}</span>
            </dt>
            <dd title={own.moneyTitle(moved, currency)}>{own.change(moved, currency)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <b>This report</b>
          </dt>
          <dd>
            <b>{net(totals.net)}</b>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** The rules that were applied, with their sources. They are law: none of their figures is the user's, or hidden. */
function RuleCard({ report }: ReportProps) {
  const { notes, limits, currency, engine } = report;
  const shownElsewhere = new Set(['no_advice', 'missing', 'portfolios', 'window']);
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="tax-rules">
      <div className={card.head}>
        <h2 className="heading3" id="tax-rules">
          Rules used
        </h2>
        <span className="small muted">{engine}</span>
      </div>
      <ul className={styles.rules}>
        {notes
          .filter(({ kind }) => !shownElsewhere.has(kind))
          .map(({ text, source }) => (
            <li key={text}>
              {text} {source !== null && <span className={styles.source}>{source}</span>}
            </li>
          ))}
        {limits.map(({ name, value, unit, source }) => (
          <li key={name}>
            {capitalize(name)}: {unit === 'percent' ? `${value}%` : formatDecimalMoney(value, currency)}{' '}
            <span className={styles.source}>{source}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
