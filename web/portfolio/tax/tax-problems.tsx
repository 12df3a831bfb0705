import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { useState } from 'react';
import type { TaxReport } from '#contract/tax/report.ts';
import type { DecimalText } from '#contract/units.ts';
import { countOf } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { isZero } from '../decimal-sum.ts';
import { formatDay } from '../format-day.ts';
import { useOwnFigures } from '../own-figures.ts';
import { tabSearch } from '../portfolio-tabs.ts';
import { hideFigures } from './hide-figures.ts';
import styles from './tax.module.css';

const missingNotes: ReadonlySet<string> = new Set(['missing', 'portfolios', 'window']);
const firstShown = 4;
const moreShown = 50;

/** What is missing from a report, how much difference it could make, and where to fix it. */
export function TaxProblems({ report }: { report: TaxReport }) {
  const { problems, largestDifference, currency, notes } = report;
  const own = useOwnFigures();
  const [shown, setShown] = useState(firstShown);
  const missing = notes.filter(({ kind }) => missingNotes.has(kind));
  if (problems.length === 0 && missing.length === 0) return null;
  const write = (text: string) => (own.isHidden ? hideFigures(text) : text);
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="tax-missing">
      <div className={`${card.head} ${styles.head}`}>
        <h2 className="heading3" id="tax-missing">
          What is missing
        </h2>
        {problems.length > 0 && (
          <span className="small muted">
            {describeLargest(largestDifference, own.money(largestDifference, currency))}
          </span>
        )}
      </div>
      <ul className={styles.problems}>
        {problems.slice(0, shown).map(({ day, message, transactionId, largestDifference: most }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may have the same text
          <li key={index}>
            <CircleAlert className="icon" aria-hidden="true" />
            <p>
              {day !== null && <b className={styles.problemDay}>{formatDay(day)}: </b>}
              {write(message)}{' '}
              {most !== null && !isZero(most) && (
                <span className="muted">It could change the net by up to {own.money(most, currency)}.</span>
              )}
            </p>
            {transactionId !== null && <FixLink transactionId={transactionId} />}
          </li>
        ))}
        {missing.map(({ text }) => (
          <li key={text}>
            <CircleAlert className="icon" aria-hidden="true" />
            <p>{write(text)}</p>
          </li>
        ))}
      </ul>
      {problems.length > shown && (
        <div className={styles.more}>
          <button type="button" className={button.secondary} onClick={() => setShown(shown + moreShown)}>
            Show more ({countOf(problems.length, 'problem')} in total)
          </button>
        </div>
      )}
    </section>
  );
}

/** How much the missing parts could change the net. `written`: the amount as shown. */
function describeLargest(amount: DecimalText | null, written: string): string {
  if (amount === null) return 'There is no limit to how much the net could change';
  if (isZero(amount)) return 'This does not affect the net of this report';
  return `The net could change by up to ${written} if the missing costs or proceeds were zero`;
}

function FixLink({ transactionId }: { transactionId: string }) {
  const [search] = useSearchParams();
  return (
    <Link
      className={`${button.secondary} ${button.small}`}
      to={`${paths.portfolio}${tabSearch(search, 'transactions', { transaction: transactionId })}`}
    >
      Open the transaction
    </Link>
  );
}
