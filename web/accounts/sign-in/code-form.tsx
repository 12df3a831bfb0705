import { describeFailure } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { Field } from '#web/ui/form/field.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from './accounts.module.css';
import { ResendButton } from './resend-button.tsx';
import { formatCode, isWholeCode } from './sign-in-code.ts';

interface CodeFormProps {
  /** The button's labels. */
  label: string;
  busyLabel: string;
  /** Shown if the server gives no reason for a failure, such as "Sign in failed". */
  failureText: string;
  /** Sends the code. Throws if it is invalid. */
  onCode: (code: string) => Promise<void>;
  /** When the code was mailed (ms); 0: unknown. */
  sentAt: number;
  onResend: () => Promise<void>;
  onOtherAddress?: () => void;
}

/** Asks for the code that was mailed. Dashes, whitespace and case are ignored. */
export function CodeForm(props: CodeFormProps) {
  const { label, busyLabel, failureText, onCode, sentAt, onResend, onOtherAddress } = props;
  const { field, onSubmit, isBusy, error, clearErrors } = useApiForm<{ code: string }>({
    // Checked here, because an incomplete code would use up one of the attempts.
    check: ({ code }) => (isWholeCode(code) ? {} : { code: 'Enter all 8 characters of the code.' }),
    send: ({ code }) => onCode(code),
    explain: (failure) => describeFailure(failure, failureText),
  });
  const code = field('code');
  return (
    <form className={`${card.card} ${card.padded} stack`} method="post" onSubmit={onSubmit} noValidate>
      <Field
        label="Code"
        {...code}
        className={styles.code}
        error={code.error ?? error}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXX-XXXX"
        required
        autoFocus
        onChange={(event) => {
          clearErrors();
          reformat(event.currentTarget);
          return code.onChange(event);
        }}
      />
      <SubmitButton label={label} busyLabel={busyLabel} isBusy={isBusy} />
      <div className={`row between small ${styles.codeActions}`}>
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

/** Formats the code while it is typed, but not while the caret is in the middle of it. */
function reformat(input: HTMLInputElement): void {
  const isAtEnd = input.selectionStart === input.value.length;
  if (isAtEnd) input.value = formatCode(input.value);
}
