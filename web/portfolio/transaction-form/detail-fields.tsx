import { useQuery } from '@tanstack/react-query';
import type { IncomeKind } from '#contract/ledger/transaction.ts';
import { Field } from '#web/ui/form/field.tsx';
import { kindNames } from '../transactions/transaction-words.ts';
import { walletsQuery } from '../wallets/queries.ts';
import { ChoiceField } from './choice-field.tsx';
import { transactionShapes } from './transaction-fields.ts';
import styles from './transaction-form.module.css';
import type { TransactionFormState } from './use-transaction-form.ts';

interface DetailFieldsProps {
  state: TransactionFormState;
  portfolioId: string;
}

/** The time of a transaction, its wallets, its note, and what else its type has. */
export function DetailFields({ state, portfolioId }: DetailFieldsProps) {
  const { fields, set, api } = state;
  const { data: wallets = [] } = useQuery(walletsQuery(portfolioId));
  const { hasDestination, hasDonor, hasKind } = transactionShapes[fields.type];
  const options = wallets.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  const wallet = (
    <ChoiceField
      label={hasDestination ? 'From wallet' : 'Wallet'}
      // The first is Main, the default wallet of a transaction.
      value={fields.wallet === '' ? (wallets[0]?.id ?? '') : fields.wallet}
      error={api.errorOf('wallet')}
      onChange={(id) => set('wallet', id)}
    >
      {options}
    </ChoiceField>
  );
  return (
    <>
      {hasDestination && (
        <div className={styles.pair}>
          {wallet}
          <ChoiceField
            label="To wallet"
            value={fields.toWallet}
            error={api.errorOf('toWallet')}
            onChange={(id) => set('toWallet', id)}
          >
            <option value="">Choose a wallet</option>
            {options}
          </ChoiceField>
        </div>
      )}
      {hasKind && (
        <ChoiceField label="Kind" value={fields.kind} onChange={(kind) => set('kind', kind as IncomeKind)}>
          {Object.entries(kindNames).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </ChoiceField>
      )}
      {hasDonor && (
        <Field
          label="When the giver acquired it"
          type="date"
          isOptional
          {...api.field('acquiredAt')}
          hint="The lot keeps that date"
        />
      )}
      <div className={`${styles.pair} ${styles.date}`}>
        <Field label="Date and time (UTC)" type="datetime-local" step="any" {...api.field('occurredAt')} />
        {!hasDestination && wallet}
      </div>
      <Field label="Note" isOptional autoComplete="off" {...api.field('note')} />
    </>
  );
}
