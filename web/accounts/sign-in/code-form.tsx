import { type FormEvent, type InputEvent, useState } from 'react';
import { describeFailure } from '#web/lib/form/form-fields.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import button from '#web/ui/button.module.css';
import card from '#web/ui/card.module.css';
import { Field } from '#web/ui/form/field.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import styles from './accounts.module.css';
import { formatCode, isWholeCode } from './code-text.ts';
import { ResendButton } from './resend-button.tsx';

interface CodeFormProps {
  /** What the button does, and what it is doing. */
  label: string;
  busyLabel: string;
  /** Proves the code; throws where it is not valid. */
  onCode: (code: string) => Promise<void>;
  /** When the code was mailed (ms); 0 where that is not known. */
  sentAt: number;
  onResend: () => Promise<void>;
  onOtherAddress?: () => void;
}

/** Asks for the code that was mailed. Forgiving: dashes, blanks and small letters make no difference. */
export function CodeForm({ label, busyLabel, onCode, sentAt, onResend, onOtherAddress }: CodeFormProps) {
  const [isShort, setIsShort] = useState(false);
  const { run, isBusy, failure, reset } = useAction(onCode);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    setIsShort(!isWholeCode(code));
    // A code that is not all there would only cost one of its tries.
    if (isWholeCode(code)) void run(code);
    else event.currentTarget.querySelector('input')?.focus();
  };
  const error = isShort ? 'Enter all 8 characters of the code.' : describeFailure(failure, 'Sign in failed');
  return (
    <form className={`${card.card} ${card.padded} stack`} method="post" onSubmit={submit} noValidate>
      <Field
        label="Code"
        name="code"
        className={styles.code}
        error={error}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXX-XXXX"
        required
        autoFocus
        onInput={(event) => {
          setIsShort(false);
          if (failure) reset();
          tidy(event);
        }}
      />
      <SubmitButton label={label} busyLabel={busyLabel} isBusy={isBusy} />
      <div className={`row between small ${styles.codeWays}`}>
        {onOtherAddress && (
          <button type="button" className={`${button.ghost} ${button.small}`} onClick={onOtherAddress}>
            Use another address
          </button>
        )}
        <ResendButton sentAt={sentAt} onResend={onResend} />
      </div>
    </form>
  );
}

/** Writes the code as it is shown, while it is typed; in the middle of it the typing is left alone. */
function tidy({ currentTarget: input }: InputEvent<HTMLInputElement>): void {
  const isAtEnd = input.selectionStart === input.value.length;
  if (isAtEnd) input.value = formatCode(input.value);
}
