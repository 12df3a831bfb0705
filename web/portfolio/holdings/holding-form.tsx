import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { explainFailure } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { hiddenFigure } from '#web/lib/hidden-amounts.ts';
import { getDecimalSeparator } from '#web/lib/money/number-style.ts';
import { type DecimalSeparator, readDecimal, readingOf, writeDecimal } from '#web/lib/money/read-decimal.ts';
import { coinsQuery } from '#web/market/queries.ts';
import { CoinPicker } from '#web/market/search/coin-picker.tsx';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import dialog from '#web/ui/overlay/dialog.module.css';
import button from '#web/ui/styles/button.module.css';
import { checkHolding, type HoldingFields, readHoldingNumber } from './holding-fields.ts';
import styles from './holding-form.module.css';

/** A validated holding with plain decimals. `purchasePrice` is null if not known. */
export interface TypedHolding {
  readonly coin: CoinMatch;
  readonly amount: string;
  readonly purchasePrice: string | null;
}

interface HoldingFormProps {
  /** The holding's coin, which can't be changed. Null: the user chooses one. */
  coin: CoinMatch | null;
  amount?: string;
  /** The amount field starts empty; left empty, it keeps the amount. */
  isAmountHidden?: boolean;
  purchasePrice?: string;
  label: string;
  busyLabel: string;
  /** Shown before the reason of a failure: "The position was not added." */
  failure: string;
  /** Rejects if the server refuses the holding. */
  onSubmit: (holding: TypedHolding) => Promise<void>;
  onCancel: () => void;
  /**
   * Continues in the transaction form with the input so far, as plain decimals where it can be read. The button is hidden
   * if absent.
   */
  onMore?: (typed: HoldingFields) => void;
}

/** Asks for a coin, an amount and the purchase price per coin. */
export function HoldingForm(props: HoldingFormProps) {
  const { coin: fixedCoin } = props;
  const separator = getDecimalSeparator();
  const [amount, purchasePrice] = [props.amount ?? '', props.purchasePrice ?? ''].map((plain) =>
    writeDecimal(plain, separator),
  ) as [string, string];
  const kept = props.isAmountHidden ? amount : '';
  const fill = (fields: HoldingFields) => ({ ...fields, amount: fields.amount || kept });
  const { form, field, errorOf, onSubmit, isBusy, error } = useApiForm<HoldingFields>({
    defaultValues: { coin: fixedCoin, amount: kept ? '' : amount, purchasePrice },
    check: (fields) => checkHolding(fill(fields), separator),
    send: async (fields) => {
      const { coin, ...typed } = fill(fields);
      const read = readHoldingNumber(typed.amount, separator);
      if (coin && read !== null)
        await props.onSubmit({
          coin,
          amount: read,
          purchasePrice: readHoldingNumber(typed.purchasePrice, separator),
        });
    },
    explain: (failure) => (failure === null ? null : `${props.failure} ${explainFailure(failure)}`),
    fieldOfIssue: (path) => {
      if (path === 'coinId') return fixedCoin ? null : 'coin';
      return path === 'amount' || path === 'purchasePrice' ? path : null;
    },
  });
  const { field: picker } = useController({ control: form.control, name: 'coin' });
  const readingOfField = (name: 'amount' | 'purchasePrice') => {
    const read = readingOf(form.watch(name), separator);
    return read && `Read as ${read}`;
  };
  const { data: coins } = useQuery(coinsQuery());
  const price = coins?.find(({ id }) => id === picker.value?.id)?.current_price;

  return (
    <form onSubmit={onSubmit} noValidate>
      <div className={dialog.body}>
        <FormError message={error} />
        {!fixedCoin && (
          <CoinPicker
            label="Cryptocurrency"
            value={picker.value}
            error={errorOf('coin')}
            field={picker.ref}
            onChange={picker.onChange}
          />
        )}
        <Field
          label="Amount"
          {...field('amount')}
          inputMode="decimal"
          autoComplete="off"
          placeholder={kept && hiddenFigure}
          hint={
            readingOfField('amount') ?? (kept && 'Amounts are hidden. Leave this empty to keep the amount.')
          }
        />
        <Field
          label="Purchase price"
          {...field('purchasePrice')}
          inputMode="decimal"
          autoComplete="off"
          isOptional
          unit="$"
          placeholder={price == null ? undefined : writeDecimal(writePlainly(price), separator)}
          hint={
            readingOfField('purchasePrice') ?? 'Per coin, in US dollars. Leave empty if you don’t know it.'
          }
        />
      </div>
      <div className={dialog.foot}>
        {props.onMore && (
          <button
            type="button"
            className={`${button.ghost} ${styles.more}`}
            onClick={() => props.onMore?.(readTyped(form.getValues(), separator))}
          >
            Add date and more
          </button>
        )}
        <button type="button" className={button.secondary} onClick={props.onCancel}>
          Cancel
        </button>
        <SubmitButton
          className={button.primary}
          label={props.label}
          busyLabel={props.busyLabel}
          isBusy={isBusy}
        />
      </div>
    </form>
  );
}

/** The numbers as plain decimals. Those that can't be read stay as typed. */
const readTyped = (fields: HoldingFields, separator: DecimalSeparator): HoldingFields => ({
  ...fields,
  amount: readDecimal(fields.amount, separator) ?? fields.amount,
  purchasePrice: readDecimal(fields.purchasePrice, separator) ?? fields.purchasePrice,
});

/** A price as one would type it, without grouping or an exponent. */
function writePlainly(price: number): string {
  return price.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 8 });
}
