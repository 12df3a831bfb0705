import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openLimitDialog } from '#web/billing/plans/plan-overlays.ts';
import { ApiError } from '#web/lib/api-client.ts';
import { type Action, useAction } from '#web/lib/form/use-action.ts';
import type { CoinQuote } from '#web/market/live/coin-quotes.ts';
import { isAlertLimit } from '../alert-changes.ts';
import { holdsNow } from '../list/alert-distance.ts';
import { getDraft, keepDraft } from './alert-draft.ts';
import {
  type AlertErrors,
  type AlertFields,
  type AlertSubject,
  checkAlert,
  fieldsOf,
  withThreshold,
} from './alert-fields.ts';
import { saveAlert } from './save-alert.ts';
import { useAlertQuote } from './use-alert-quote.ts';

interface AlertFormOptions {
  readonly subject: AlertSubject;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

export interface AlertFormState {
  readonly fields: AlertFields;
  readonly errors: AlertErrors;
  readonly quote: CoinQuote | null;
  /** The condition held when it was last looked at: whether to fire at once is to be answered. */
  readonly isAsking: boolean;
  readonly saving: Action<void>;
  readonly change: (next: AlertFields) => void;
  /** Saves, or tells by its answer what is in the way: the name of the first field that is wrong, or the question. */
  readonly submit: () => keyof AlertErrors | 'whenTrue' | null;
  /** Leaves for another dialog, and keeps what was typed. */
  readonly leaveFor: (openOther: () => void) => void;
}

/** The form of an alert: what is typed, what is wrong with it, and what becomes of it. */
export function useAlertForm({ subject, onLeave, onClose }: AlertFormOptions): AlertFormState {
  const client = useQueryClient();
  const [draft] = useState(() => getDraft(client, subject));
  const [fields, setFields] = useState(() => draft?.fields ?? fieldsOf(subject));
  const [wrong, setWrong] = useState<AlertErrors>({});
  const [isAsking, setAsking] = useState(draft?.isAsking ?? false);
  const quote = useAlertQuote(fields.coin?.id);
  const [pricedCoin, setPricedCoin] = useState<string | null>(null);
  if (quote && fields.coin && fields.coin.id !== pricedCoin) {
    // The threshold may have been typed before there was a price to hold it beside.
    setPricedCoin(fields.coin.id);
    setFields(withThreshold(fields, fields.threshold, quote.price));
  }

  const leaveFor = (openOther: () => void) => {
    keepDraft(client, subject, { fields, isAsking });
    onLeave();
    openOther();
  };
  const saving = useAction(async () => {
    try {
      await saveAlert(client, subject, fields, isAsking);
      onClose();
    } catch (error) {
      if (!isAlertLimit(error)) throw error;
      leaveFor(() => openLimitDialog('alerts'));
    }
  });
  const holds = (next: AlertFields) => mayHold(subject, next) && holdsNow(next, quote);
  return {
    fields,
    errors: { ...refusedFields(saving.failure), ...wrong },
    quote,
    isAsking,
    saving,
    change: (next) => {
      setFields(next);
      setWrong({});
      if (next.threshold !== fields.threshold || next.condition !== fields.condition) setAsking(holds(next));
    },
    submit: () => {
      const found = checkAlert(fields);
      setWrong(found);
      const [first] = Object.keys(found) as (keyof AlertErrors)[];
      if (first) return first;
      // The price may have got there while the form stood open.
      const mustAsk = !isAsking && holds(fields);
      setAsking(isAsking || mustAsk);
      if (mustAsk) return 'whenTrue';
      void saving.run();
      return null;
    },
    leaveFor,
  };
}

/** Only what gets armed can hold already: a new alert, or another condition of an active one. */
function mayHold(subject: AlertSubject, { condition, threshold, coin }: AlertFields): boolean {
  if (checkAlert({ ...fieldsOf(subject), coin, condition, threshold, note: '' }).threshold) return false;
  if (!('alert' in subject)) return true;
  const { alert } = subject;
  const isOther = condition !== alert.condition || threshold.trim() !== alert.threshold;
  return alert.status === 'active' && isOther;
}

/** What the server found wrong with single fields. */
function refusedFields(failure: unknown): AlertErrors {
  const issues = failure instanceof ApiError ? (failure.answer.issues ?? []) : [];
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
}
