import type { FieldErrors } from '#web/lib/form/form-fields.ts';
import { Field } from '#web/ui/form/field.tsx';
import styles from '../settings/account.module.css';

interface NameFieldsProps {
  firstName?: string;
  lastName?: string;
  errors: FieldErrors;
}

/** Ask for the first and the last name, side by side where there is room. */
export function NameFields({ firstName, lastName, errors }: NameFieldsProps) {
  return (
    <div className={styles.nameFields}>
      <Field
        label="First name"
        name="firstName"
        autoComplete="given-name"
        defaultValue={firstName}
        error={errors.firstName}
        maxLength={100}
        required
      />
      <Field
        label="Last name"
        name="lastName"
        autoComplete="family-name"
        defaultValue={lastName}
        error={errors.lastName}
        maxLength={100}
        required
      />
    </div>
  );
}
