import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { toggleHiddenAmounts, useAreAmountsHidden } from '#web/lib/hidden-amounts.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import { useLedgerCurrency } from '../ledger-currency.ts';
import { PartFailed } from '../part-failed.tsx';
import { nameTransaction } from '../transactions/transaction-words.ts';
import { settingsQuery } from '../wallets/queries.ts';
import { ChoiceField } from './choice-field.tsx';
import { CoinAmount, DecimalField } from './coin-amount.tsx';
import { listCurrencies } from './currencies.ts';
import { DetailFields } from './detail-fields.tsx';
import { LotFields } from './lot-fields.tsx';
import { FeeFields, MoneyFields, ValueFields } from './money-fields.tsx';
import { TransactionEffect } from './transaction-effect.tsx';
import { shapeOf, transactionShapes } from './transaction-fields.ts';
import styles from './transaction-form.module.css';
import { TypeChoice } from './type-choice.tsx';
import {
  type TransactionFormOptions,
  type TransactionFormState,
  useTransactionForm,
} from './use-transaction-form.ts';

interface TransactionFormProps extends TransactionFormOptions {
  /** Absent if the form can't be closed, because it is always shown next to the list. */
  onClose?: (() => void) | undefined;
  onDuplicate?: ((stored: Transaction) => void) | undefined;
  onRemove?: ((stored: Transaction) => void) | undefined;
}

/** Adds or edits a transaction. Shows the fields of its type, and the effect of saving it. */
export function TransactionForm(props: TransactionFormProps) {
  const { portfolioId, stored, onClose } = props;
  const isHidden = useAreAmountsHidden();
  const { data: settings, error, refetch } = useQuery(settingsQuery(portfolioId));
  const needsAmounts = stored !== undefined && isHidden;
  return (
    <section className={styles.form} aria-labelledby="transaction-form-title">
      <div className={styles.head}>
        <h2 className="heading3" id="transaction-form-title">
          {stored ? `Edit ${nameTransaction(stored)}` : 'Add transaction'}
        </h2>
        {onClose && (
          <button
            type="button"
            className={`${button.ghost} ${button.iconOnly} ${button.small}`}
            aria-label="Close"
            onClick={onClose}
          >
            <X className="icon" aria-hidden="true" />
          </button>
        )}
      </div>
      {needsAmounts && <HiddenForm />}
      {/* It starts in the portfolio's currency, and never changes that by itself. After a failure it is not opened: it
          would ask again for what failed, which would close it, without end. */}
      {!needsAmounts && settings && <OpenForm {...props} />}
      {!needsAmounts && !settings && !error && <WaitingForm />}
      {!needsAmounts && !settings && error && (
        <PartFailed title="The form could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

/** Shown until the portfolio's currency is known. */
function WaitingForm() {
  return (
    <div className={styles.body} role="status">
      <span className="visuallyHidden">Loading the form</span>
      <Skeleton height={30} />
      <Skeleton height={58} />
      <Skeleton height={58} />
      <Skeleton height={58} />
    </div>
  );
}

/** Replaces the form for a stored transaction while amounts are hidden. */
function HiddenForm() {
  return (
    <div className={styles.body}>
      <p className="muted">Amounts are hidden. Show them to change this transaction.</p>
      <button type="button" className={button.secondary} onClick={toggleHiddenAmounts}>
        Show amounts
      </button>
    </div>
  );
}

function OpenForm(props: TransactionFormProps) {
  const { portfolioId, stored, onClose, onDuplicate, onRemove } = props;
  const { data: settings } = useQuery(settingsQuery(portfolioId));
  const { shown } = useLedgerCurrency(portfolioId);
  const state = useTransactionForm(props);
  const { api, fields, set } = state;
  const { isDisposal } = shapeOf(fields);
  const label = stored ? 'Save' : 'Add transaction';
  return (
    <form onSubmit={api.onSubmit} noValidate>
      <div className={styles.body}>
        <TypeChoice value={fields.type} onChange={(type) => set('type', type)} />
        <FormError message={api.error} />
        <CoinFields state={state} />
        <MoneyFields state={state} />
        <ValueFields state={state} />
        <FeeFields state={state} />
        <DetailFields state={state} portfolioId={portfolioId} />
        {isDisposal && settings?.method === 'specific' && (
          <LotFields state={state} portfolioId={portfolioId} storedId={stored?.id} />
        )}
        {settings && shown && (
          <TransactionEffect
            portfolioId={portfolioId}
            preview={state.preview}
            type={fields.type}
            isSaving={api.isBusy}
            coins={[fields.coin, fields.coinIn, fields.feeCoin].filter((coin) => coin !== null)}
            settings={{ ...settings, currency: shown }}
          />
        )}
      </div>
      <div className={styles.foot}>
        {stored && onRemove && (
          <button type="button" className={button.ghost} onClick={() => onRemove(stored)}>
            Delete
          </button>
        )}
        {stored && onDuplicate && (
          <button type="button" className={button.ghost} onClick={() => onDuplicate(stored)}>
            Duplicate
          </button>
        )}
        <span className={styles.space} />
        {onClose && (
          <button type="button" className={button.secondary} onClick={onClose}>
            Cancel
          </button>
        )}
        <SubmitButton className={button.primary} label={label} busyLabel="Saving…" isBusy={api.isBusy} />
      </div>
    </form>
  );
}

/** The coins with their amounts. For a `fee`, money or a coin. */
function CoinFields({ state }: { state: TransactionFormState }) {
  const { fields, set } = state;
  const { coin, coinIn } = transactionShapes[fields.type];
  const isFee = fields.type === 'fee';
  return (
    <>
      {isFee && (
        <ChoiceField
          label="Paid in"
          value={fields.feeUnit === 'money' ? fields.currency : 'coin'}
          onChange={(unit) => {
            set('feeUnit', unit === 'coin' ? 'coin' : 'money');
            if (unit !== 'coin') set('currency', unit);
          }}
        >
          <option value="coin">A coin</option>
          {listCurrencies(fields.currency).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </ChoiceField>
      )}
      {isFee && fields.feeUnit === 'money' ? (
        <DecimalField state={state} name="amount" label="Amount" />
      ) : (
        <CoinAmount
          state={state}
          coin="coin"
          amount="amount"
          label={coin}
          {...(coinIn && { amountLabel: 'Amount given' })}
        />
      )}
      {coinIn && (
        <CoinAmount
          state={state}
          coin="coinIn"
          amount="amountIn"
          label={coinIn}
          amountLabel="Amount received"
        />
      )}
    </>
  );
}
