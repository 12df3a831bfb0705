import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '#web/lib/form/use-action.ts';
import buttonStyles from '#web/ui/button.module.css';
import { Field } from '#web/ui/form/field.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { ApiError } from '../lib/api-client.ts';
import styles from './portfolio.module.css';

interface NameFormProps {
  label: string;
  button: string;
  busyLabel: string;
  name?: string;
  /** Throws where the server refuses. */
  onName: (name: string) => Promise<void>;
  onCancel?: () => void;
}

/** Asks for the name of a portfolio. */
export function NameForm({ label, button, busyLabel, name, onName, onCancel }: NameFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const { run, isBusy, failure } = useAction(async (typed: string) => {
    await onName(typed);
    form.current?.reset();
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    setMissing(typed === '');
    if (typed === '') event.currentTarget.querySelector('input')?.focus();
    else void run(typed);
  };
  return (
    <form
      className={onCancel ? `${styles.nameForm} ${styles.withCancel}` : styles.nameForm}
      ref={form}
      onSubmit={submit}
      noValidate
    >
      <Field
        label={label}
        name="name"
        autoComplete="off"
        maxLength={60}
        defaultValue={name}
        error={isMissing ? 'Name is required' : reasonOf(failure)}
      />
      <div className="row">
        <SubmitButton
          className={buttonStyles.secondary}
          label={button}
          busyLabel={busyLabel}
          isBusy={isBusy}
        />
        {onCancel && (
          <button type="button" className={buttonStyles.ghost} onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}

function reasonOf(failure: unknown): string | null {
  if (failure === undefined) return null;
  const answer = failure instanceof ApiError ? failure.answer : {};
  return answer.issues?.[0]?.message ?? answer.message ?? 'That did not work. Please check the connection.';
}
