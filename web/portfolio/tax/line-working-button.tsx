import Equal from 'lucide-react/icons/equal';
import { useState } from 'react';
import type { TaxLine } from '#contract/tax/report.ts';
import { taxRuleNames } from '#contract/tax/words.ts';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import { useOwnFigures } from '../own-figures.ts';
import whyStyles from '../proof/why-button.module.css';
import styles from './line-working.module.css';
import { listWorkingSteps, type WorkingStep } from './list-working-steps.ts';

interface LineWorkingProps {
  line: TaxLine;
  /** What was disposed of, such as "1 BTC". */
  what: string;
  currency: string;
  /** The time zone of the report's days. */
  timeZone: string;
}

/** Shows how a line was worked out if the ledger has no proof of that figure. Unavailable while amounts are hidden. */
export function LineWorkingButton(props: LineWorkingProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { isHidden } = useOwnFigures();
  if (isHidden) return null;
  return (
    <>
      <button
        type="button"
        className={whyStyles.why}
        aria-label={`How was this worked out? Gain of ${props.what}`}
        title="How was this worked out?"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Equal className="icon" aria-hidden="true" />
      </button>
      {isOpen && <LineWorking {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function LineWorking({
  line,
  what,
  currency,
  timeZone,
  onClose,
}: LineWorkingProps & { onClose: () => void }) {
  const { proceeds, cost, gain } = listWorkingSteps(line);
  return (
    <Dialog title={`Gain of ${what}`} onClose={onClose}>
      <DialogClose label="Close" />
      <div className={styles.body}>
        <Steps steps={proceeds} currency={currency} />
        {line.matches.length > 0 && <Matches {...{ line, currency, timeZone }} />}
        <Steps steps={[...cost, ...gain]} currency={currency} />
        <p className="small muted">
          {line.rules.length > 0 && `${line.rules.map((rule) => taxRuleNames[rule]).join(', ')}. `}
          {line.proofs.length === 0 &&
            'The ledger has no figure that proves this line: its rule calculates differently. '}
          The report says which rules it used and where they are written.
        </p>
      </div>
    </Dialog>
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

function Matches({ line: { matches, symbol }, currency, timeZone }: Omit<LineWorkingProps, 'what'>) {
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
            {rule === 'none' && ', acquired earlier than the ledger knows'}
            {rule !== 'none' &&
              (acquiredAt === null ? ' from the pool' : ` of ${days.format(new Date(acquiredAt))}`)}
          </span>
          <span>{cost === null ? 'no cost' : own.money(cost, currency)}</span>
        </li>
      ))}
    </ul>
  );
}
