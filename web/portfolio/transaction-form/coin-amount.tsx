import { useController } from 'react-hook-form';
import { readingOf } from '#web/lib/money/read-decimal.ts';
import { CoinPicker } from '#web/market/search/coin-picker.tsx';
import { Field } from '#web/ui/form/field.tsx';
import styles from './transaction-form.module.css';
import type { TransactionFormState } from './use-transaction-form.ts';

interface DecimalFieldProps {
  state: TransactionFormState;
  name: 'amount' | 'amountIn' | 'price' | 'money' | 'value' | 'feeAmount';
  label: string;
  isOptional?: boolean | undefined;
  hint?: string | undefined;
  unit?: string | undefined;
  placeholder?: string | undefined;
  onType?: (text: string) => void;
}

/** A field for a number in the reader's notation. Shows how it was read if that isn't obvious. */
export function DecimalField({ state, name, label, hint, onType, unit, ...rest }: DecimalFieldProps) {
  const { onChange, ...field } = state.api.field(name);
  const read = readingOf(state.fields[name], state.separator);
  const reading = read && `Read as ${read}`;
  return (
    <Field
      label={label}
      {...field}
      {...rest}
      {...(unit !== undefined && { unit })}
      hint={reading ?? hint}
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => {
        void onChange(event);
        onType?.(event.target.value);
      }}
    />
  );
}

interface CoinAmountProps {
  state: TransactionFormState;
  /** Which of the transaction's coins. */
  coin: 'coin' | 'coinIn';
  amount: 'amount' | 'amountIn';
  label: string;
  /** `Amount`, unless the form has two. */
  amountLabel?: string;
}

/** A coin and its amount. */
export function CoinAmount({ state, coin, amount, label, amountLabel = 'Amount' }: CoinAmountProps) {
  const { field: picker } = useController({ control: state.api.form.control, name: coin });
  return (
    <div className={styles.pair}>
      <CoinPicker
        label={label}
        value={state.fields[coin]}
        error={state.api.errorOf(coin)}
        field={picker.ref}
        onChange={(chosen) => state.set(coin, chosen)}
      />
      <DecimalField
        state={state}
        name={amount}
        label={amountLabel}
        {...(amount === 'amount' && { onType: state.followAmount })}
      />
    </div>
  );
}
