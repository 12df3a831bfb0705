import type { TransactionType } from '#contract/ledger/transaction.ts';
import { typeNames } from '../transactions/transaction-words.ts';
import styles from './transaction-form.module.css';

/** The most common types, each with a button. The others are in a list. */
const buttonTypes = [
  'buy',
  'sell',
  'swap',
  'transfer',
  'income',
] as const satisfies readonly TransactionType[];
const others = [
  'gift_in',
  'gift_out',
  'spend',
  'loss',
  'fee',
  'opening',
] as const satisfies TransactionType[];

interface TypeChoiceProps {
  value: TransactionType;
  onChange: (type: TransactionType) => void;
}

/** Chooses a transaction's type. */
export function TypeChoice({ value, onChange }: TypeChoiceProps) {
  const other = others.find((type) => type === value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a row of buttons in every browser
    <div className={styles.types} role="group" aria-label="Type">
      {buttonTypes.map((type) => (
        <button
          key={type}
          type="button"
          className={styles.chip}
          aria-pressed={type === value}
          onClick={() => onChange(type)}
        >
          {typeNames[type]}
        </button>
      ))}
      <select
        className={styles.chip}
        aria-label="Other types"
        data-chosen={other !== undefined || undefined}
        value={other ?? ''}
        onChange={(event) => onChange(event.target.value as TransactionType)}
      >
        <option value="" disabled hidden>
          More
        </option>
        {others.map((type) => (
          <option key={type} value={type}>
            {typeNames[type]}
          </option>
        ))}
      </select>
    </div>
  );
}
