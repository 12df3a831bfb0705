import type { TaxLine } from '#contract/tax/report.ts';
import { taxRuleNames } from '#contract/tax/words.ts';
import { useOwnFigures } from '../own-figures.ts';
import styles from './line-working.module.css';
import { listWorkingSteps, type WorkingStep } from './list-working-steps.ts';

interface LineWorkingProps {
  line: TaxLine;
  /** The coins disposed of, such as "1 BTC". */
  coins: string;
  currency: string;
  /** The time zone of the report's days. */
  timeZone: string;
}

/** How a line of a tax report was worked out, from the report itself. */
export function LineWorking({ line, coins, currency, timeZone }: LineWorkingProps) {
  const { proceeds, cost, gain } = listWorkingSteps(line);
  return (
    <section className={styles.body} aria-label={`How the gain of ${coins} was worked out`}>
      <Steps steps={proceeds} currency={currency} />
      {line.matches.length > 0 && <Matches line={line} currency={currency} timeZone={timeZone} />}
      <Steps steps={[...cost, ...gain]} currency={currency} />
      <p className="small muted">
        {line.rules.length > 0 && `${line.rules.map((rule) => taxRuleNames[rule]).join(', ')}. `}
        This comes from the report and is not a proof. The report names the rules it used and their sources.
      </p>
    </section>
  );
}

function Steps({ steps, currency }: { steps: readonly WorkingStep[]; currency: string }) {
  const own = useOwnFigures();
  return (
    <dl className={styles.steps}>
      {steps.map(({ name, value, how }) => (
        <div key={name}>
          <dt>
            {name}
            {how !== undefined && <span className="meta"> = {how}</span>}
          </dt>
          <dd title={own.moneyTitle(value, currency)}>
            {value === null ? 'not known' : own.money(value, currency)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Matches({ line: { matches, symbol }, currency, timeZone }: Omit<LineWorkingProps, 'coins'>) {
  const own = useOwnFigures();
  const days = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
  return (
    <ul className={styles.steps} aria-label="Where the coins came from">
      {matches.map(({ rule, amount, acquiredAt, cost }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lot may be used twice; the order is the rule's
        <li key={index}>
          <span>
            {own.amount(amount)} {symbol.toUpperCase()}
            {rule === 'none' && ', without a known acquisition'}
            {rule !== 'none' &&
              (acquiredAt === null ? ' from the pool' : ` from ${days.format(new Date(acquiredAt))}`)}
          </span>
          <span>{cost === null ? 'no cost' : own.money(cost, currency)}</span>
        </li>
      ))}
    </ul>
  );
}
