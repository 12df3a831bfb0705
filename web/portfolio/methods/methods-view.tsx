import { useQuery } from '@tanstack/react-query';
import type { Method } from '#contract/ledger/settings.ts';
import { useHasFeature } from '#web/billing/upgrade/use-has-feature.ts';
import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { currencyOf, isWide } from '#web/lib/money/currency.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import badge from '#web/ui/styles/badge.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import table from '#web/ui/styles/table.module.css';
import { isZero } from '../decimal-sum.ts';
import { useLedgerCurrency } from '../ledger-currency.ts';
import { LockedPart } from '../locked-part.tsx';
import { useOwnFigures } from '../own-figures.ts';
import { PartFailed } from '../part-failed.tsx';
import { useUpdateSettings } from '../wallets/mutations.ts';
import { settingsQuery } from '../wallets/queries.ts';
import { listLeftOut, type MethodRow, toMethodRows } from './method-rows.ts';
import { methodNames, methodRules } from './method-words.ts';
import styles from './methods.module.css';
import { MethodsHead, MethodsSkeleton, NothingToCompare } from './methods-states.tsx';
import { methodsQuery } from './queries.ts';
import { WhatIf } from './what-if.tsx';

const feature = 'ledgerInsight';

/**
 * Compares the methods: what each has realized, and what a hypothetical sale would gain. Locked if the plan doesn't
 * include it.
 */
export function MethodsView({ portfolioId }: { portfolioId: string }) {
  const isUnlocked = useHasFeature(feature);
  const settingsState = useQuery(settingsQuery(portfolioId));
  const settings = settingsState.data;
  const { shown: currency } = useLedgerCurrency(portfolioId);
  const { data, error, refetch } = useQuery({
    ...methodsQuery(portfolioId, currency ?? 'USD'),
    enabled: isUnlocked === true && currency !== undefined,
  });
  if (isUnlocked === false || hasCode(error, 'plan_required')) {
    return (
      <section className={card.card} aria-labelledby="methods-title">
        <div className={card.head}>
          <h2 className="heading3" id="methods-title">
            Methods side by side
          </h2>
        </div>
        <LockedPart
          feature={feature}
          what="Your realized gain by every method, and the gain of a possible sale, are"
          action="Unlock methods"
        />
      </section>
    );
  }
  if (!data || !settings || currency === undefined) {
    if (!error && !settingsState.isError) return <MethodsSkeleton />;
    return (
      <div className={card.card}>
        <PartFailed
          title="The methods could not be compared"
          error={error}
          onRetry={() => void (settings ? refetch() : settingsState.refetch())}
        />
      </div>
    );
  }
  const rows = toMethodRows(data, settings);
  if (rows.every(isEmpty)) return <NothingToCompare />;
  return (
    <div className={styles.methods} data-wide={isWide(currencyOf(currency)) || undefined}>
      <MethodTable portfolioId={portfolioId} currency={currency} rows={rows} />
      <WhatIf key={currency} portfolioId={portfolioId} settings={{ ...settings, currency }} />
    </div>
  );
}

/** Nothing was bought or sold by this method. */
function isEmpty({ figures }: MethodRow): boolean {
  const { realized, unrealized, remainingCost, proceeds } = figures;
  return [realized, unrealized, remainingCost, proceeds].every((text) => text !== null && isZero(text));
}

interface MethodTableProps {
  portfolioId: string;
  currency: string;
  rows: readonly MethodRow[];
}

function MethodTable({ portfolioId, currency, rows }: MethodTableProps) {
  const update = useUpdateSettings(portfolioId);
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="methods-title">
      <MethodsHead />
      <FormError message={describeFailure(update.error, 'The method was not changed')} />
      <table className={`${table.table} ${styles.table}`}>
        <caption className="visuallyHidden">Every method over the whole ledger</caption>
        <thead>
          <tr>
            <th className={table.left} scope="col">
              Method
            </th>
            <th className={`${table.left} ${styles.barCell}`} scope="col">
              Realized and unrealized
            </th>
            <th scope="col">Realized</th>
            <th scope="col">Unrealized</th>
            <th className={styles.costCell} scope="col">
              Remaining cost
            </th>
            <th className={styles.pickCell} scope="col">
              <span className="visuallyHidden">Choice</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MethodEntry
              key={row.figures.method}
              row={row}
              currency={currency}
              isBusy={update.isPending}
              onUse={(method) => !update.isPending && update.mutate({ method })}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface MethodEntryProps {
  row: MethodRow;
  currency: string;
  isBusy: boolean;
  onUse: (method: Method) => void;
}

const isLoss = (text: string | null) => text?.startsWith('-') || undefined;

function MethodEntry({ row, currency, isBusy, onUse }: MethodEntryProps) {
  const { figures, isUsed, isLowest, realizedPart } = row;
  const { method, realized, unrealized, remainingCost } = figures;
  const own = useOwnFigures();
  return (
    <tr aria-current={isUsed || undefined}>
      <th className={`${table.left} ${styles.nameCell}`} scope="row">
        <span className={styles.lines}>
          <span>
            <b>{methodNames[method]}</b> {isLowest && <span className={badge.accent}>Lowest realized</span>}
          </span>
          <span className="meta">{methodRules[method]}</span>
          {listLeftOut(figures).map((text) => (
            <span key={text} className="meta">
              {text}
            </span>
          ))}
        </span>
      </th>
      <td className={`${table.left} ${styles.barCell}`}>
        {realizedPart !== null && (
          <svg className={styles.bar} aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">
            <rect className={styles.barOpen} data-loss={isLoss(unrealized)} width="100" height="10" />
            <rect
              className={styles.barDone}
              data-loss={isLoss(realized)}
              width={realizedPart * 100}
              height="10"
            />
          </svg>
        )}
      </td>
      <td className={styles.realizedCell} title={own.moneyTitle(realized, currency)}>
        {own.change(realized, currency)}
      </td>
      <td className={styles.unrealizedCell} title={own.moneyTitle(unrealized, currency)}>
        {own.change(unrealized, currency)}
      </td>
      <td className={`${styles.costCell} muted`} title={own.moneyTitle(remainingCost, currency)}>
        {own.money(remainingCost, currency)}
      </td>
      <td className={styles.pickCell}>
        {isUsed ? (
          <span className={badge.ink}>In use</span>
        ) : (
          <button
            type="button"
            className={`${button.ghost} ${button.small}`}
            aria-label={`Use ${methodNames[method]}`}
            aria-disabled={isBusy}
            onClick={() => onUse(method)}
          >
            Use
          </button>
        )}
      </td>
    </tr>
  );
}
