import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { ApiError } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { hiddenFigure } from '#web/lib/hidden-amounts.ts';
import { coinsQuery } from '#web/market/queries.ts';
import { CoinPicker } from '#web/market/search/coin-picker.tsx';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import dialog from '#web/ui/overlay/dialog.module.css';
import button from '#web/ui/styles/button.module.css';
import { checkHolding, type HoldingFields } from './holding-fields.ts';
import styles from './holding-form.module.css';

/** A checked holding; `purchasePrice` null: not known. */
export interface TypedHolding {
  readonly coin: CoinMatch;
  readonly amount: string;
  readonly purchasePrice: string | null;
}

interface HoldingFormProps {
  /** The fixed coin, or null to choose one here. */
  coin: CoinMatch | null;
  amount?: string;
  /** The amount is not written into its field; left empty, it stays as it is. */
  isAmountHidden?: boolean;
  purchasePrice?: string;
  label: string;
  busyLabel: string;
  /** What failed: "The position was not added." */
  failure: string;
  /** Throws where the server refuses. */
  onSubmit: (holding: TypedHolding) => Promise<void>;
  onCancel: () => void;
  /** Goes on in the form for a transaction with what was typed. Absent: there is no such way. */
  onMore?: (typed: HoldingFields) => void;
}

/** Asks for a coin, an amount and what was paid for one. */
export function HoldingForm(props: HoldingFormProps) {
  const { coin: fixedCoin, amount = '', purchasePrice = '' } = props;
  const kept = props.isAmountHidden ? amount : '';
  const fill = (fields: HoldingFields) => ({ ...fields, amount: fields.amount || kept });
  const { form, field, errorOf, onSubmit, isBusy, error } = useApiForm<HoldingFields>({
    defaultValues: { coin: fixedCoin, amount: kept ? '' : amount, purchasePrice },
    check: (fields) => checkHolding(fill(fields)),
    send: async (fields) => {
      const { coin, ...typed } = fill(fields);
      if (coin)
        await props.onSubmit({ coin, amount: typed.amount, purchasePrice: typed.purchasePrice || null });
    },
    explain: (failure) => (failure === null ? null : `${props.failure} ${reasonOf(failure)}`),
    fieldOfIssue: (path) => {
      if (path === 'coinId') return fixedCoin ? null : 'coin';
      return path === 'amount' || path === 'purchasePrice' ? path : null;
    },
  });
  const { field: picker } = useController({ control: form.control, name: 'coin' });
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
          hint={kept && 'Amounts are hidden. Leave it empty to keep the amount.'}
        />
        <Field
          label="Purchase price"
          {...field('purchasePrice')}
          inputMode="decimal"
          autoComplete="off"
          isOptional
          unit="$"
          placeholder={price == null ? undefined : writePlainly(price)}
          hint="Per coin, in US dollars. Leave empty if you don't know it."
        />
      </div>
      <div className={dialog.foot}>
        {props.onMore && (
          <button
            type="button"
            className={`${button.ghost} ${styles.more}`}
            onClick={() => props.onMore?.(form.getValues())}
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

/** A price as it could be typed: without a comma or an exponent. */
function writePlainly(price: number): string {
  return price.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 8 });
}

function reasonOf(failure: unknown): string {
  const reason = failure instanceof ApiError ? failure.reason : undefined;
  return reason ?? 'Please check the connection and try again.';
}
