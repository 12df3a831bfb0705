import { useCheckedForm } from '#web/lib/form/use-checked-form.ts';
import card from '#web/ui/card.module.css';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';

interface EmailFormProps {
  label: string;
  busyLabel: string;
  /** What is said to have failed. */
  failureText: string;
  defaultEmail?: string | undefined;
  onEmail: (email: string) => Promise<void>;
}

/** Asks for an address, and for nothing else. */
export function EmailForm({ label, busyLabel, failureText, defaultEmail, onEmail }: EmailFormProps) {
  const { onSubmit, isBusy, errors, error } = useCheckedForm(failureText, ({ email = '' }) => onEmail(email));
  return (
    <form className={`${card.card} ${card.padded} stack`} method="post" onSubmit={onSubmit} noValidate>
      <Field
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={defaultEmail}
        error={errors.email}
        required
      />
      <FormError message={error} />
      <SubmitButton label={label} busyLabel={busyLabel} isBusy={isBusy} />
    </form>
  );
}
