import type { ImportItem, ImportItemLeg } from '#contract/ledger/imports.ts';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import table from '#web/ui/styles/table.module.css';
import { formatClock, formatDay } from '../format-day.ts';
import { useOwnFigures } from '../own-figures.ts';
import { kindNames, typeNames } from '../transactions/transaction-words.ts';
import { TypeIcon } from '../transactions/type-icon.tsx';
import styles from './imports.module.css';

const itemStates: Readonly<Record<ImportItem['state'], string>> = {
  new: 'New',
  known: 'Already known',
  question: 'Needs an answer',
  skipped: 'Left out',
};

interface ImportItemsProps {
  items: readonly ImportItem[];
  /** True once the import is applied. Its known transactions are then shown as in the ledger. */
  isApplied: boolean;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}

/** The transactions found in a file, before or after they were added. */
export function ImportItems({ items, isApplied, hasMore, isLoading, onMore }: ImportItemsProps) {
  if (items.length === 0) return null;
  return (
    <section className={`${card.card} ${styles.items}`} aria-labelledby="items-title">
      <h2 className="heading4" id="items-title">
        Transactions in this file
      </h2>
      <table className={`${table.table} ${styles.itemTable}`}>
        <caption className="visuallyHidden">Transactions in this file, in its order</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Type</th>
            <th scope="col">In and out</th>
            <th scope="col">Wallet</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Item key={item.key} item={item} isApplied={isApplied} />
          ))}
        </tbody>
      </table>
      {hasMore && (
        <button
          type="button"
          className={button.ghost}
          aria-disabled={isLoading || undefined}
          onClick={() => !isLoading && onMore()}
        >
          {isLoading ? 'Loading…' : 'Show more'}
        </button>
      )}
    </section>
  );
}

function Item({ item, isApplied }: { item: ImportItem; isApplied: boolean }) {
  const { type, kind, occurredAt, state, walletName, toWalletName } = item;
  const out = type === 'transfer' ? '' : '-';
  return (
    <tr data-state={state}>
      <td>
        <time dateTime={occurredAt}>{formatDay(occurredAt)}</time>
        <span className="meta">{formatClock(occurredAt)}</span>
      </td>
      <td>
        <span className={styles.itemType}>
          <TypeIcon type={type} />
          {kind ? kindNames[kind] : typeNames[type]}
        </span>
      </td>
      <td>
        <ItemLeg leg={item.out} sign={out} />
        <ItemLeg leg={item.in} sign="+" />
        {item.fee && (
          <span className="meta">
            fee <ItemLeg leg={item.fee} sign="" />
          </span>
        )}
      </td>
      <td>{toWalletName === null ? walletName : `${walletName} → ${toWalletName}`}</td>
      <td>{isApplied && state === 'known' ? 'In your ledger' : itemStates[state]}</td>
    </tr>
  );
}

function ItemLeg({ leg, sign }: { leg: ImportItemLeg | null; sign: string }) {
  const own = useOwnFigures();
  if (leg === null) return null;
  if ('currency' in leg) {
    return (
      <span className={styles.leg} title={own.moneyTitle(leg.amount, leg.currency)}>
        {sign}
        {own.money(leg.amount, leg.currency)}
      </span>
    );
  }
  return (
    <span className={styles.leg} title={own.amountTitle(leg.amount)}>
      {sign}
      {own.amount(leg.amount)} {leg.name ?? leg.symbol.toUpperCase()}
    </span>
  );
}
