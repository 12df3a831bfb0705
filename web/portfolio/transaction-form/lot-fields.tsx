import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import input from '#web/ui/form/input.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { formatDay } from '../format-day.ts';
import { useLedgerCurrency } from '../ledger-currency.ts';
import { lotsQuery } from '../lots/queries.ts';
import { useOwnFigures } from '../own-figures.ts';
import { walletsQuery } from '../wallets/queries.ts';
import { listPickable, listUnlisted } from './pickable-lots.ts';
import { toInstant } from './transaction-fields.ts';
import styles from './transaction-form.module.css';
import type { TransactionFormState } from './use-transaction-form.ts';

interface LotFieldsProps {
  state: TransactionFormState;
  portfolioId: string;
  /** The id of the transaction being edited. The lots are shown as they are without it. */
  storedId: string | undefined;
}

/** Chooses the lots that a disposal takes from. The rest is taken first in, first out. */
export function LotFields({ state, portfolioId, storedId }: LotFieldsProps) {
  const { fields, api } = state;
  const own = useOwnFigures();
  const at = toInstant(fields.occurredAt);
  const { shown: currency } = useLedgerCurrency(portfolioId);
  const { data: wallets } = useQuery(walletsQuery(portfolioId));
  // The first is Main, the default wallet of a transaction.
  const wallet = fields.wallet === '' ? wallets?.[0]?.id : fields.wallet;
  const { data: open, isError } = useQuery({
    ...lotsQuery(portfolioId, fields.coin?.id ?? '', { currency, at, without: storedId }),
    enabled: currency !== undefined && fields.coin !== null && at !== undefined,
  });
  if (fields.coin === null) return null;
  const lots = open && listPickable(open, wallet);
  const error = api.errorOf('lots');
  return (
    <fieldset className={styles.lots}>
      <legend>Lots to take from</legend>
      {error && <p role="alert">{error}</p>}
      {isError && <p className="muted">The lots could not be loaded. First in, first out will be used.</p>}
      {!lots && !isError && <Skeleton height={72} />}
      {lots?.length === 0 && <p className="muted">There are no lots before that time.</p>}
      {lots?.map(({ transactionId, acquiredAt, remaining, unitCost }) => (
        <LotField
          key={transactionId}
          state={state}
          lotId={transactionId}
          label={`${own.amount(remaining)} from ${acquiredAt === null ? 'an unknown date' : formatDay(acquiredAt)}`}
          note={unitCost === null ? 'cost not known' : `${own.money(unitCost, currency)} each`}
        />
      ))}
      {lots &&
        listUnlisted(fields.lots, lots).map((lotId) => (
          <LotField
            key={lotId}
            state={state}
            lotId={lotId}
            label="Another lot"
            note="not available at that time"
          />
        ))}
    </fieldset>
  );
}

interface LotFieldProps {
  state: TransactionFormState;
  /** The id of the transaction that added the lot. */
  lotId: string;
  label: string;
  note: string;
}

/** The amount taken from a lot. */
function LotField({ state: { fields, set }, lotId, label, note }: LotFieldProps) {
  const id = useId();
  return (
    <div className={styles.lot}>
      <label htmlFor={id}>
        {label}
        <span className="meta">{note}</span>
      </label>
      <input
        id={id}
        className={input.input}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        value={fields.lots[lotId] ?? ''}
        onChange={(event) => set('lots', { ...fields.lots, [lotId]: event.target.value })}
      />
    </div>
  );
}
