import type { ValueLine } from '#contract/ledger/returns.ts';
import { Term } from '#web/ui/tooltip/term.tsx';
import { useOwnFigures } from '../own-figures.ts';
import styles from './value-line.module.css';
import { lineVariant } from './value-line-layout.ts';

const putIn =
  'Purchases less sales. An opening position, a gift and a purchase without a price count at their market value of that day, so this can differ from Total Invested.';

interface ValueLineKeyProps {
  /** Undefined until the line has loaded. */
  points: ValueLine['points'] | undefined;
  currency: string;
}

/** What each line of the value chart is, with its latest figure. */
export function ValueLineKey({ points, currency }: ValueLineKeyProps) {
  const own = useOwnFigures();
  const last = points?.at(-1);
  return (
    <ul className={styles.lineKey}>
      <li>
        <span className={styles.keyValue} data-variant={points && lineVariant(points)} />
        Value
      </li>
      <li>
        <span className={styles.keyInvested} />
        <Term description={putIn}>Money put in</Term>{' '}
        {last?.invested != null && own.shortMoney(last.invested, currency)}
      </li>
      <li>
        <span className={styles.keyBitcoin} />
        The same money in bitcoin {last?.bitcoin != null && own.shortMoney(last.bitcoin, currency)}
      </li>
    </ul>
  );
}
