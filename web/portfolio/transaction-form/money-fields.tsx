import { useController } from 'react-hook-form';
import { currencyOf } from '#web/lib/money/currency.ts';
import { CoinPicker } from '#web/market/search/coin-picker.tsx';
import { ChoiceField } from './choice-field.tsx';
import { DecimalField } from './coin-amount.tsx';
import { listCurrencies } from './currencies.ts';
import { chosenFeeUnit, type FeeUnit, shapeOf } from './transaction-fields.ts';
import styles from './transaction-form.module.css';
import type { TransactionFormState } from './use-transaction-form.ts';

function CurrencyField({ state }: { state: TransactionFormState }) {
  const { currency } = state.fields;
  return (
    <ChoiceField
      label="Currency"
      value={currency}
      error={state.api.errorOf('currency')}
      onChange={(next) => state.set('currency', next)}
    >
      {listCurrencies(currency).map((each) => (
        <option key={each}>{each}</option>
      ))}
    </ChoiceField>
  );
}

/** The money paid or received, as a total or by the price per coin. */
export function MoneyFields({ state }: { state: TransactionFormState }) {
  const { money } = shapeOf(state.fields);
  if (!money) return null;
  const unit = currencyOf(state.fields.currency).symbol.trim();
  return (
    <div className={styles.three}>
      <DecimalField state={state} name="price" label="Price per coin" onType={state.typePrice} />
      <DecimalField
        state={state}
        name="money"
        label={`${money.label} (${unit})`}
        hint={money.isOptional ? 'Leave empty if you don’t know it' : undefined}
        onType={() => state.set('price', '')}
      />
      <CurrencyField state={state} />
    </div>
  );
}

/** A coin's value, for types without money. */
export function ValueFields({ state }: { state: TransactionFormState }) {
  const { value } = shapeOf(state.fields);
  if (!value) return null;
  return (
    <div className={styles.two}>
      <DecimalField state={state} name="value" label={value.label} isOptional hint={value.hint} />
      <CurrencyField state={state} />
    </div>
  );
}

/** A fee in money, in one of the transaction's coins, or in another. */
export function FeeFields({ state }: { state: TransactionFormState }) {
  const { fields, set, api } = state;
  const shape = shapeOf(fields);
  const { field: picker } = useController({ control: api.form.control, name: 'feeCoin' });
  if (!shape.hasFee) return null;
  return (
    <>
      <div className={styles.two}>
        <DecimalField state={state} name="feeAmount" label="Fee" isOptional />
        <ChoiceField
          label="Fee in"
          value={chosenFeeUnit(fields)}
          onChange={(unit) => set('feeUnit', unit as FeeUnit)}
        >
          <option value="money">{fields.currency}</option>
          {fields.feeCurrency !== '' && <option value="otherMoney">{fields.feeCurrency}</option>}
          {fields.coin && <option value="coin">{fields.coin.symbol.toUpperCase()}</option>}
          {shape.coinIn && fields.coinIn && (
            <option value="coinIn">{fields.coinIn.symbol.toUpperCase()}</option>
          )}
          <option value="other">Another coin…</option>
        </ChoiceField>
      </div>
      {fields.feeUnit === 'other' && (
        <CoinPicker
          label="Fee coin"
          value={fields.feeCoin}
          error={api.errorOf('feeCoin')}
          field={picker.ref}
          onChange={(coin) => set('feeCoin', coin)}
        />
      )}
    </>
  );
}
