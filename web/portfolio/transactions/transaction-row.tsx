import Pencil from 'lucide-react/icons/pencil';
import { memo } from 'react';
import type { Disposal } from '#contract/ledger/figures.ts';
import type { Leg, Transaction } from '#contract/ledger/transaction.ts';
import { decimalVariant } from '#web/lib/decimal-formats.ts';
import { currencyOf, isWide } from '#web/lib/money/currency.ts';
import change from '#web/ui/change.module.css';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import { formatClock, formatDay } from '../format-day.ts';
import { fitAmount } from '../lots/fit-amount.ts';
import { useOwnFigures } from '../own-figures.ts';
import { effectOf, findTransactionValue } from './transaction-effects.ts';
import { kindNames, listLegs, nameTransaction, typeNames } from './transaction-words.ts';
import styles from './transactions.module.css';
import { TypeIcon } from './type-icon.tsx';

interface TransactionRowProps {
  transaction: Transaction;
  /** Position in the list, from 0. */
  index: number;
  /** Its disposals. Undefined until loaded. */
  disposals: readonly Disposal[] | undefined;
  /** Its wallet, or both wallets of a transfer: `Kraken → Ledger`. */
  walletName: string | undefined;
  /** Currency of the figures. */
  currency: string;
  isActive: boolean;
  /** Whether it is open in the form. */
  isOpen: boolean;
  /** Undefined unless the user is selecting rows. */
  isSelected: boolean | undefined;
  onOpen: (transaction: Transaction) => void;
  onSelect: (id: string) => void;
}

/** A transaction: its time, its legs and its effect. */
export const TransactionRow = memo(function TransactionRow(props: TransactionRowProps) {
  const { transaction, index, isActive, isOpen, isSelected, onOpen, onSelect } = props;
  const { id, type, kind, occurredAt, isDateAssumed } = transaction;
  const name = nameTransaction(transaction);
  return (
    <tr
      className={styles.row}
      data-index={index}
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      tabIndex={isActive ? 0 : -1}
    >
      {isSelected !== undefined && (
        <td className={styles.selectCell}>
          <label className={styles.select}>
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              checked={isSelected}
              onChange={() => onSelect(id)}
            />
          </label>
        </td>
      )}
      <td className={styles.dateCell}>
        <span className={styles.lines}>
          <time dateTime={occurredAt}>{formatDay(occurredAt)}</time>
          <span className="meta">{isDateAssumed ? 'date assumed' : formatClock(occurredAt)}</span>
        </span>
      </td>
      <td className={styles.typeCell}>
        <TypeIcon type={type} />
        <span className={styles.lines}>
          <b>{typeNames[type]}</b>
          <span className="meta" title={kind ? undefined : props.walletName}>
            {kind ? kindNames[kind].toLowerCase() : props.walletName}
          </span>
        </span>
      </td>
      <td className={styles.legsCell}>
        <span className={styles.legs}>
          {listLegs(transaction).map(({ leg, sign }) => (
            <LegFigure key={'coinId' in leg ? leg.coinId : leg.currency} leg={leg} sign={sign} />
          ))}
        </span>
      </td>
      <td className={styles.valueCell}>
        <span className={styles.lines}>
          <Value {...props} />
          {transaction.fee && <Fee fee={transaction.fee} />}
        </span>
      </td>
      <td className={styles.effectCell}>
        <Effect {...props} />
      </td>
      <td className={styles.actionsCell}>
        <button
          type="button"
          className={`${button.ghost} ${button.iconOnly} ${button.small}`}
          aria-label={`Edit ${name}`}
          tabIndex={-1}
          onClick={() => onOpen(transaction)}
        >
          <Pencil className="icon" aria-hidden="true" />
        </button>
      </td>
    </tr>
  );
});

function LegFigure({ leg, sign }: { leg: Leg; sign: '+' | '-' | '' }) {
  const own = useOwnFigures();
  if ('currency' in leg) {
    return (
      <span className={styles.leg} title={own.moneyTitle(leg.amount, leg.currency)}>
        {sign}
        {own.money(leg.amount, leg.currency)}
      </span>
    );
  }
  const { text, title } = fitAmount(own, leg.amount);
  return (
    <span className={`${styles.leg} ${styles.coinLeg}`} title={title}>
      <CoinLogo coinId={leg.coinId} size={16} />
      {sign}
      {text} {leg.symbol.toUpperCase()}
    </span>
  );
}

function Value({ transaction, disposals, currency }: TransactionRowProps) {
  const own = useOwnFigures();
  const value = findTransactionValue(transaction, disposals, currency);
  // Its value is the coin's price on its day, which only the lots know.
  if (value === null && transaction.type === 'income')
    return <span className={`meta ${styles.value}`}>that day’s price</span>;
  if (value === null) return <span className={`muted ${styles.value}`}>—</span>;
  return (
    <span
      className={styles.value}
      data-wide={isWide(currencyOf(value.currency)) || undefined}
      title={own.moneyTitle(value.amount, value.currency)}
    >
      {own.money(value.amount, value.currency)}
    </span>
  );
}

function Fee({ fee }: { fee: Leg }) {
  const own = useOwnFigures();
  if ('currency' in fee) {
    return (
      <span className="meta" title={own.moneyTitle(fee.amount, fee.currency)}>
        fee {own.money(fee.amount, fee.currency)}
      </span>
    );
  }
  const text = own.shortAmount(fee.amount);
  const full = own.amountTitle(fee.amount) ?? own.amount(fee.amount);
  return (
    <span className="meta" title={full === text ? undefined : full}>
      fee {text} {fee.symbol.toUpperCase()}
    </span>
  );
}

function Effect({ transaction, disposals, currency }: TransactionRowProps) {
  const own = useOwnFigures();
  const effect = effectOf(transaction, disposals);
  if (effect === undefined) return null;
  if (effect.kind === 'words')
    return effect.isProblem ? <b>{effect.words}</b> : <span className="muted">{effect.words}</span>;
  if (effect.kind === 'income')
    return <span className="muted">Income {own.money(effect.value, effect.currency)}</span>;
  return (
    <span
      className={`${change.change} ${styles.effect}`}
      data-variant={decimalVariant(effect.gain)}
      data-wide={isWide(currencyOf(currency)) || undefined}
      title={own.moneyTitle(effect.gain, currency)}
    >
      <span>{own.change(effect.gain, currency)}</span>
    </span>
  );
}

/** Placeholder for a row that is loading. */
export function RowSkeleton({ index, isSelecting }: { index: number; isSelecting: boolean }) {
  return (
    <tr className={styles.row} data-index={index} aria-rowindex={index + 2} aria-busy="true" tabIndex={-1}>
      {isSelecting && <td className={styles.selectCell} />}
      <td className={styles.dateCell}>
        <Skeleton width={76} />
      </td>
      <td className={styles.typeCell}>
        <Skeleton width={28} height={28} />
      </td>
      <td className={styles.legsCell}>
        <Skeleton width={96} />
      </td>
      <td className={styles.valueCell} />
      <td className={styles.effectCell} />
      <td className={styles.actionsCell} />
    </tr>
  );
}
