import { describeFailure } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { Field } from '#web/ui/form/field.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import buttonStyles from '#web/ui/styles/button.module.css';
import styles from '../portfolio.module.css';

interface NameFormProps {
  label: string;
  button: string;
  busyLabel: string;
  name?: string;
  /** Rejects if the server refuses the name. */
  onName: (name: string) => Promise<void>;
  onCancel?: () => void;
}

/** A form for a portfolio's name. */
export function NameForm({ label, button, busyLabel, name = '', onName, onCancel }: NameFormProps) {
  const { form, field, onSubmit, isBusy, error } = useApiForm<{ name: string }>({
    defaultValues: { name },
    send: async (typed) => {
      await onName(typed.name);
      form.reset();
    },
    explain: (failure) => describeFailure(failure, 'The name was not saved'),
  });
  const input = field('name');
  return (
    <form
      className={onCancel ? `${styles.nameForm} ${styles.withCancel}` : styles.nameForm}
      onSubmit={onSubmit}
      noValidate
    >
      <Field
        label={label}
        {...input}
        autoComplete="off"
        maxLength={60}
        error={input.error ?? error}
        required
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
