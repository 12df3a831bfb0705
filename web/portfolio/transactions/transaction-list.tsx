import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Disposal } from '#contract/ledger/figures.ts';
import type { Transaction, TransactionPage } from '#contract/ledger/transaction.ts';
import { countOf, formatCount } from '#web/lib/formats.ts';
import table from '#web/ui/styles/table.module.css';
import { useMedia } from '#web/ui/use-media.ts';
import { useLedgerCurrency } from '../ledger-currency.ts';
import { walletsQuery } from '../wallets/queries.ts';
import { effectsQuery } from './queries.ts';
import { groupDisposals } from './transaction-effects.ts';
import type { TransactionFilter } from './transaction-filter.ts';
import { RowSkeleton, TransactionRow } from './transaction-row.tsx';
import { nameWallets } from './transaction-words.ts';
import styles from './transactions.module.css';
import { useRowKeys } from './use-row-keys.ts';
import { useRowsInView } from './use-rows-in-view.ts';
import { useTransactionPages } from './use-transaction-pages.ts';

const rowHeight = { desktop: 56, phone: 68 };
/** Skeleton rows shown before the first page has loaded. */
const expectedRows = 8;

interface TransactionListProps {
  portfolioId: string;
  filter: TransactionFilter;
  /** The id of the transaction open in the form. */
  openId: string | undefined;
  /** Undefined unless the user is selecting rows. */
  selected: ReadonlySet<string> | undefined;
  onOpen: (transaction: Transaction) => void;
  onSelect: (id: string) => void;
  onRemove: (transaction: Transaction) => void;
  /** Shown instead of an empty list. `failed`: instead of one that could not be loaded. */
  empty: React.ReactNode;
  failed: (retry: () => void) => React.ReactNode;
}

/** The ledger, newest first. Only the rows in view are rendered. */
export function TransactionList(props: TransactionListProps) {
  const { portfolioId, filter, openId, selected, onOpen, onSelect, onRemove } = props;
  const height = useMedia('(max-width: 767px)') ? rowHeight.phone : rowHeight.desktop;
  const body = useRef<HTMLTableSectionElement>(null);
  const range = useRowsInView(body, height);
  const pages = useTransactionPages(portfolioId, filter, range);
  const total = pages.total ?? expectedRows;
  const { data: wallets } = useQuery(walletsQuery(portfolioId));
  const { shown: currency } = useLedgerCurrency(portfolioId);
  const disposals = useEffects(portfolioId, pages.shown, currency);
  const walletNames = useMemo(() => new Map(wallets?.map(({ id, name }) => [id, name])), [wallets]);
  const withRow = (act: (transaction: Transaction) => void) => (index: number) => {
    const transaction = pages.rowAt(index);
    if (transaction) act(transaction);
  };
  const keys = useRowKeys({
    list: body,
    total: pages.total ?? 0,
    rowHeight: height,
    onOpen: withRow(onOpen),
    onSelect: withRow(({ id }) => onSelect(id)),
    onRemove: withRow(onRemove),
  });

  if (pages.error && pages.total === undefined) return props.failed(pages.retry);
  if (pages.total === 0) return props.empty;
  const first = Math.min(range.first, total);
  const end = Math.min(range.end === 0 ? expectedRows : range.end, total);
  const rows = Array.from({ length: end - first }, (_, place) => first + place);
  const columns = selected ? 7 : 6;
  const loaded = rows.filter((index) => pages.rowAt(index)).length;
  return (
    <>
      <p className="visuallyHidden" role="status">
        {pages.total === undefined ? 'Loading the transactions' : countOf(pages.total, 'transaction')}
      </p>
      {pages.error && props.failed(pages.retry)}
      <table className={`${table.table} ${styles.table}`} aria-rowcount={total + 1}>
        <caption className="visuallyHidden">Transactions, newest first</caption>
        <thead>
          <tr aria-rowindex={1}>
            {selected && (
              <th className={styles.selectCell} scope="col">
                <span className="visuallyHidden">Select</span>
              </th>
            )}
            <th className={styles.dateCell} scope="col">
              Date
            </th>
            <th className={styles.typeCell} scope="col">
              Type
            </th>
            <th className={styles.legsCell} scope="col">
              In and out
            </th>
            <th className={styles.valueCell} scope="col">
              Value
            </th>
            <th className={styles.effectCell} scope="col">
              Effect
            </th>
            <th className={styles.actionsCell} scope="col">
              <span className="visuallyHidden">Edit</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
          <Spacer height={first * height} columns={columns} />
          {rows.map((index) => {
            const transaction = pages.rowAt(index);
            if (!transaction) return <RowSkeleton key={index} index={index} isSelecting={!!selected} />;
            return (
              <TransactionRow
                key={transaction.id}
                transaction={transaction}
                index={index}
                disposals={disposals?.get(transaction.id) ?? (disposals && noDisposals)}
                walletName={nameWallets(transaction, walletNames)}
                currency={currency ?? 'USD'}
                isActive={index === keys.active}
                isOpen={transaction.id === openId}
                isSelected={selected?.has(transaction.id)}
                onOpen={onOpen}
                onSelect={onSelect}
              />
            );
          })}
          <Spacer height={(total - end) * height} columns={columns} />
        </tbody>
      </table>
      {loaded < total && (
        <p className={styles.printNote}>
          {formatCount(loaded)} of {countOf(total, 'transaction')} are printed. The CSV has all of them.
        </p>
      )}
    </>
  );
}

const noDisposals: readonly Disposal[] = [];

/** Takes up the space of the rows that are not rendered. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row can't have the focus
    <tr aria-hidden="true" className={styles.spacer}>
      <td style={{ height }} colSpan={columns} />
    </tr>
  );
}

/** The disposals of the pages in view, by transaction. Undefined until loaded. */
function useEffects(portfolioId: string, shown: readonly TransactionPage[], currency: string | undefined) {
  const newest = shown[0]?.transactions[0]?.occurredAt;
  const oldest = shown.at(-1)?.transactions.at(-1)?.occurredAt;
  const to = newest === undefined ? '' : new Date(Date.parse(newest) + 1).toISOString();
  const { data } = useQuery({
    ...effectsQuery(portfolioId, oldest ?? '', to, currency),
    enabled: currency !== undefined && oldest !== undefined && newest !== undefined,
  });
  return useMemo(() => data && groupDisposals(data), [data]);
}
