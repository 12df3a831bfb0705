import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { explainFailure, hasCode } from '#web/lib/errors.ts';
import { type ApiForm, useApiForm } from '#web/lib/form/use-api-form.ts';
import { useAttemptKey } from '#web/lib/form/use-attempt-key.ts';
import { multiplyTruncated } from '#web/lib/money/multiply-decimal.ts';
import { getDecimalSeparator } from '#web/lib/money/number-style.ts';
import { readDecimal, writeDecimal } from '#web/lib/money/read-decimal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { type TransactionBody, useAddTransaction, useUpdateTransaction } from '../transactions/mutations.ts';
import { settingsQuery } from '../wallets/queries.ts';
import { checkTransaction, fieldOfIssue, toBody, writeFields } from './transaction-body.ts';
import { fieldsOf, newFields, type TransactionDraft, type TransactionFields } from './transaction-fields.ts';

export interface TransactionFormOptions {
  readonly portfolioId: string;
  /** The transaction being edited. Absent: a new one. */
  readonly stored?: Transaction | undefined;
  readonly draft?: TransactionDraft | undefined;
  readonly onSaved: (saved: Transaction) => void;
  /** Keeps what was typed. A form starts with the fields that it contains, if any. */
  readonly typed?: RefObject<TransactionFields | null> | undefined;
}

export interface TransactionFormState {
  readonly api: ApiForm<TransactionFields>;
  readonly fields: TransactionFields;
  readonly separator: '.' | ',';
  /** The transaction as JSON, for a preview of its effect. Null while a field is invalid or missing. */
  readonly preview: string | null;
  set<Name extends keyof TransactionFields>(name: Name, value: TransactionFields[Name]): void;
  /** Sets the price per coin and updates the total. `followAmount` updates it for a new amount. */
  typePrice(price: string): void;
  followAmount(amount: string): void;
}

/** State of the transaction form. */
export function useTransactionForm(options: TransactionFormOptions): TransactionFormState {
  const { portfolioId, stored, draft = {}, onSaved, typed } = options;
  const { data: settings } = useQuery(settingsQuery(portfolioId));
  const currency = settings?.currency ?? 'USD';
  const now = useNow() ?? Date.now();
  const separator = getDecimalSeparator();
  const add = useAddTransaction(portfolioId);
  const update = useUpdateTransaction();
  const keyOf = useAttemptKey();
  const api: ApiForm<TransactionFields> = useApiForm<TransactionFields>({
    defaultValues:
      typed?.current ??
      writeFields(stored ? fieldsOf(stored, currency) : newFields(draft, currency, Date.now()), separator),
    check: (fields) => checkTransaction(fields, separator, Date.now()),
    send: async (fields) => {
      const body = toBody(fields, separator, stored);
      const saved = stored
        ? await update.mutateAsync({ id: stored.id, body })
        : await add.mutateAsync({ body, key: keyOf(body) });
      onSaved(saved);
    },
    explain: describeRefusal,
    fieldOfIssue: (path) => fieldOfIssue(path, api.form.getValues(), settings?.method === 'specific'),
  });
  const fields = api.form.watch();
  const { isDirty } = api.form.formState;
  useEffect(() => {
    if (typed && isDirty) typed.current = fields;
  });
  const set: TransactionFormState['set'] = (name, value) => {
    // React Hook Form ties a value's type to its path, which it can't infer here. The fields are flat, so any name is a
    // path.
    api.form.setValue(name as 'note', value as string, { shouldDirty: true });
    api.form.clearErrors(name as 'note');
    // Otherwise the lots of the previous coin would still be sent, without a field that shows them.
    if (name === 'coin' && (value as TransactionFields['coin'])?.id !== fields.coin?.id) set('lots', {});
    // Likewise those of the previous wallet, if each has its own.
    if (name === 'wallet' && settings?.scope === 'wallet' && value !== fields.wallet) set('lots', {});
  };
  const fillTotal = (price: string, amount: string) => {
    const [one, count] = [readDecimal(price, separator), readDecimal(amount, separator)];
    if (one !== null && count !== null) set('money', writeDecimal(multiplyTruncated(one, count), separator));
  };
  const errors = checkTransaction(fields, separator, now);
  const isValid = Object.values(errors).every((error) => error === undefined);
  return {
    api,
    fields,
    separator,
    preview: isValid ? toPreview(toBody(fields, separator, stored), stored) : null,
    set,
    typePrice(price) {
      set('price', price);
      fillTotal(price, fields.amount);
    },
    followAmount: (amount) => fields.price !== '' && fillTotal(fields.price, amount),
  };
}

function toPreview({ updatedAt: _, ...body }: TransactionBody, stored: Transaction | undefined): string {
  return JSON.stringify(stored ? { ...body, replaces: stored.id } : body);
}

function describeRefusal(failure: unknown): string | null {
  if (failure === null) return null;
  if (hasCode(failure, 'not_found')) return 'This transaction was deleted elsewhere.';
  return `Nothing was saved. ${explainFailure(failure)}`;
}
