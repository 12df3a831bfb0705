import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '#web/lib/api-client.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import { coinsQuery } from '#web/market/queries.ts';
import { CoinPicker } from '#web/market/search/coin-picker.tsx';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import button from '#web/ui/button.module.css';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import dialog from '#web/ui/overlay/dialog.module.css';
import { checkHolding, type HoldingErrors } from './holding-fields.ts';

/** A holding as it was typed; `purchasePrice` null: not known. */
export interface TypedHolding {
  readonly coin: CoinMatch;
  readonly amount: string;
  readonly purchasePrice: string | null;
}

interface HoldingFormProps {
  /** The coin, where it stays as it is; null: it is chosen here. */
  coin: CoinMatch | null;
  amount?: string;
  purchasePrice?: string;
  label: string;
  busyLabel: string;
  /** What is said where it fails. */
  failure: string;
  /** Throws where the server refuses. */
  onSubmit: (holding: TypedHolding) => Promise<void>;
  onCancel: () => void;
}

/** Asks for a coin, an amount and what was paid for one. */
export function HoldingForm(props: HoldingFormProps) {
  const [coin, setCoin] = useState(props.coin);
  const [errors, setErrors] = useState<HoldingErrors>({});
  const picker = useRef<HTMLInputElement>(null);
  const { run, isBusy, failure } = useAction(props.onSubmit);
  const refused = refusedFields(failure);
  const { data: rows } = useQuery(coinsQuery());
  const price = rows?.find(({ id }) => id === coin?.id)?.current_price;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const amount = read(form, 'amount');
    const purchasePrice = read(form, 'purchasePrice');
    const wrong = checkHolding({ coinId: coin?.id ?? null, amount, purchasePrice });
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first === 'coinId') picker.current?.focus();
    else if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else if (coin) void run({ coin, amount, purchasePrice: purchasePrice || null });
  };

  return (
    <form onSubmit={submit} noValidate>
      <div className={dialog.body}>
        {failure !== undefined && Object.keys(refused).length === 0 && (
          <FormError message={`${props.failure} ${reasonOf(failure)}`} />
        )}
        {!props.coin && (
          <CoinPicker
            label="Cryptocurrency"
            value={coin}
            error={errors.coinId ?? refused.coinId}
            field={picker}
            onChange={setCoin}
          />
        )}
        <Field
          label="Amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={props.amount}
          error={errors.amount ?? refused.amount}
        />
        <Field
          label="Purchase price"
          name="purchasePrice"
          inputMode="decimal"
          autoComplete="off"
          isOptional
          unit="$"
          placeholder={price == null ? undefined : writePlainly(price)}
          defaultValue={props.purchasePrice}
          error={errors.purchasePrice ?? refused.purchasePrice}
          hint="Per coin, in US dollars. Leave empty if you don't know it."
        />
      </div>
      <div className={dialog.foot}>
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

/** What was typed into a field, without the blanks that keyboards of phones add. */
function read(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? '').trim();
}

/** What the server found wrong with single fields. */
function refusedFields(failure: unknown): HoldingErrors {
  const issues = failure instanceof ApiError ? (failure.answer.issues ?? []) : [];
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
}

function reasonOf(failure: unknown): string {
  const said = failure instanceof ApiError ? failure.answer.message : undefined;
  return said ?? 'Please check the connection and try again.';
}
