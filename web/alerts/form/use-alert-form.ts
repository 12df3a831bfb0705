import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { openLimitDialog } from '#web/billing/upgrade/upgrade-prompts.ts';
import { ApiError, explainFailure, hasCode } from '#web/lib/errors.ts';
import { type ApiForm, useApiForm } from '#web/lib/form/use-api-form.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import type { CoinQuote } from '#web/market/live/coin-quotes.ts';
import { holdsNow } from '../list/alert-distance.ts';
import { type SavedAlert, useSaveAlert } from '../mutations.ts';
import { getDraft, keepDraft } from './alert-draft.ts';
import {
  type AlertFields,
  type AlertSubject,
  checkAlert,
  fieldsOf,
  isCoinFixed,
  withPrice,
} from './alert-fields.ts';
import { useAlertQuote } from './use-alert-quote.ts';

interface AlertFormOptions {
  readonly subject: AlertSubject;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** Whether the form asks what to do because the condition already holds, and what made it ask. */
type Question = 'on typing' | 'on submit' | null;

export interface AlertFormState {
  readonly api: ApiForm<AlertFields>;
  /** The current input. */
  readonly fields: AlertFields;
  /** In the form's currency. Null if not known. */
  readonly quote: CoinQuote | null;
  readonly question: Question;
  readonly change: (next: AlertFields) => void;
  /** Keeps the input and opens another dialog instead. */
  readonly leaveFor: (openOther: () => void) => void;
}

/** State of the alert form, including the question that depends on the current quote. */
export function useAlertForm({ subject, onLeave, onClose }: AlertFormOptions): AlertFormState {
  const client = useQueryClient();
  const saveAlert = useSaveAlert();
  const money = useMoney();
  const [draft] = useState(() => getDraft(client, subject));
  const [question, setQuestion] = useState<Question>(draft?.isAsking ? 'on typing' : null);
  const holds = (fields: AlertFields) => mayHold(subject, fields) && holdsNow(fields, quote);
  const api = useApiForm<AlertFields>({
    defaultValues: draft?.fields ?? fieldsOf(subject, money),
    check: checkAlert,
    send: async (checked) => {
      // The price may have reached the threshold while the form was open.
      if (!question && holds(checked)) return setQuestion('on submit');
      try {
        await saveAlert.mutateAsync(toSaved(subject, checked, question !== null));
        onClose();
      } catch (error) {
        if (!hasCode(error, 'limit_reached')) throw error;
        leaveFor(() => openLimitDialog('alerts'));
      }
    },
    explain: describeRefusal,
    fieldOfIssue: (path) => {
      if (path === 'coinId') return isCoinFixed(subject) ? null : 'coin';
      return path === 'threshold' || path === 'note' ? path : null;
    },
  });
  const { form } = api;
  const fields = form.watch();
  const quote = useAlertQuote(fields.coin?.id, fields.currency);
  const setFields = (next: AlertFields) => {
    for (const name of Object.keys(next) as (keyof AlertFields)[])
      if (next[name] !== fields[name]) form.setValue(name, next[name]);
  };
  useFirstPrice(fields.coin?.id, quote?.price, (price) => {
    // A threshold computed when the form opened is not recomputed.
    const isSet = fields.step !== null && fields.threshold !== '';
    setFields(isSet ? fields : withPrice(fields, price));
  });

  const leaveFor = (openOther: () => void) => {
    keepDraft(client, subject, { fields: form.getValues(), isAsking: question !== null });
    onLeave();
    openOther();
  };
  return {
    api,
    fields,
    quote,
    question,
    change(next) {
      setFields(next);
      api.clearErrors();
      if (next.threshold !== fields.threshold || next.condition !== fields.condition)
        setQuestion(holds(next) ? 'on typing' : null);
    },
    leaveFor,
  };
}

/** Calls `onPrice` with a coin's first price. The threshold may have been typed before it was known. */
function useFirstPrice(
  coinId: string | undefined,
  price: number | null | undefined,
  onPrice: (price: number) => void,
) {
  const pricedCoin = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (price == null || coinId === pricedCoin.current) return;
    pricedCoin.current = coinId;
    onPrice(price);
  });
}

/** Whether the condition matters now: only saving a new alert, or a new condition of an active one, arms it. */
function mayHold(subject: AlertSubject, { condition, threshold, coin }: AlertFields): boolean {
  if (checkAlert({ ...fieldsOf(subject), coin, condition, threshold, note: '' }).threshold) return false;
  if (!('alert' in subject)) return true;
  const { alert } = subject;
  const isOther = condition !== alert.condition || threshold.trim() !== alert.threshold;
  return alert.status === 'active' && isOther;
}

/** The request for the API. `isAsked`: whether the user was asked what to do because the condition already holds. */
export function toSaved(subject: AlertSubject, fields: AlertFields, isAsked: boolean): SavedAlert {
  const { coin, condition, threshold, currency, note, repeat, cooldownMinutes, whenTrue } = fields;
  const terms = {
    condition,
    threshold,
    note: note || null,
    repeat,
    cooldownMinutes,
    ...(isAsked && { whenTrue }),
  };
  if ('alert' in subject) return { id: subject.alert.id, change: terms };
  const { id: coinId = '', symbol = '', name = '' } = coin ?? {};
  return { added: { coinId, symbol, name, ...terms, ...(currency !== 'usd' && { currency }) } };
}

/** Why the alert was not saved, unless a field shows it. */
function describeRefusal(failure: unknown): string | null {
  if (failure === null) return null;
  const issue = failure instanceof ApiError ? failure.issues[0] : undefined;
  return `The alert was not saved. ${issue?.message ?? explainFailure(failure)}`;
}
