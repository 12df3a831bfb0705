import { useState } from 'react';
import { type CheckedForm, useCheckedForm } from '#web/lib/form/use-checked-form.ts';
import { isProofWanted } from './use-checked-action.ts';

interface ProvedForm extends Pick<CheckedForm, 'onSubmit' | 'isBusy' | 'errors' | 'error'> {
  /** The server wants the mailbox proved anew before it does this. */
  readonly needsCheck: boolean;
  /** Sends what was typed once more. */
  sendAgain(): void;
}

/** A form whose matter the server may do only for somebody who has just proved the mailbox. */
export function useProvedForm(
  what: string,
  send: (fields: Record<string, string>) => Promise<void>,
): ProvedForm {
  const [sent, setSent] = useState<Record<string, string>>({});
  const { run, failure, error, ...form } = useCheckedForm(what, (fields) => {
    setSent(fields);
    return send(fields);
  });
  const needsCheck = isProofWanted(failure);
  return { ...form, error: needsCheck ? null : error, needsCheck, sendAgain: () => void run(sent) };
}
