import { describeFailure } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import card from '#web/ui/styles/card.module.css';

interface EmailFormProps {
  label: string;
  busyLabel: string;
  /** Shown if the request fails, such as "Sign in failed". */
  failureText: string;
  onEmail: (email: string) => Promise<void>;
}

/** Asks for an e-mail address. */
export function EmailForm({ label, busyLabel, failureText, onEmail }: EmailFormProps) {
  const { field, onSubmit, isBusy, error } = useApiForm<{ email: string }>({
    send: ({ email }) => onEmail(email),
    explain: (failure) => describeFailure(failure, failureText),
  });
  return (
    <form className={`${card.card} ${card.padded} stack`} method="post" onSubmit={onSubmit} noValidate>
      <Field label="Email address" {...field('email')} type="email" autoComplete="email" required />
      <FormError message={error} />
      <SubmitButton label={label} busyLabel={busyLabel} isBusy={isBusy} />
    </form>
  );
}
