import { type FormEvent, useState } from 'react';
import { checkFields, describeFailure, type FieldErrors, fieldErrorsOf, readFields } from './form-fields.ts';
import { useAction } from './use-action.ts';

export interface CheckedForm {
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  readonly isBusy: boolean;
  /** What is wrong with each field, by its name. */
  readonly errors: FieldErrors;
  /** Why it failed as a whole, if it did. */
  readonly error: string | null;
  /** Sends fields that were checked before. */
  run(fields: Record<string, string>): Promise<void>;
  /** What failed, if anything did. */
  readonly failure: unknown;
}

/** A form that is checked here, then sent. `what` is what is said to have failed. */
export function useCheckedForm(
  what: string,
  send: (fields: Record<string, string>) => Promise<void>,
): CheckedForm {
  const [wrong, setWrong] = useState<FieldErrors>({});
  const { run, isBusy, failure } = useAction(send);
  const refused = fieldErrorsOf(failure);
  return {
    onSubmit(event) {
      event.preventDefault();
      const form = event.currentTarget;
      const errors = checkFields(form);
      setWrong(errors);
      const [first] = Object.keys(errors);
      if (first === undefined) void run(readFields(form));
      else form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    },
    run,
    failure,
    isBusy,
    errors: { ...refused, ...wrong },
    error: Object.keys(refused).length > 0 ? null : describeFailure(failure, what),
  };
}
