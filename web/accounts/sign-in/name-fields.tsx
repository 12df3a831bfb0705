import type { ComponentProps } from 'react';
import { Field } from '#web/ui/form/field.tsx';
import styles from '../settings/account.module.css';

type NameField = Omit<ComponentProps<typeof Field>, 'label'>;

/** The first and last name, side by side if there is room. */
export function NameFields({ firstName, lastName }: { firstName: NameField; lastName: NameField }) {
  return (
    <div className={styles.nameFields}>
      <Field label="First name" {...firstName} autoComplete="given-name" maxLength={100} required />
      <Field label="Last name" {...lastName} autoComplete="family-name" maxLength={100} required />
    </div>
  );
}
