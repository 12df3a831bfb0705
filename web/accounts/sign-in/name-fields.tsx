import type { ComponentProps } from 'react';
import { Field } from '#web/ui/form/field.tsx';

interface NameFieldsProps {
  /** Registers a field of the form. */
  field: (name: 'firstName' | 'lastName') => Omit<ComponentProps<typeof Field>, 'label'>;
}

/** The first and the last name, side by side where there is room. */
export function NameFields({ field }: NameFieldsProps) {
  return (
    <div className="name-fields">
      <Field label="First name" {...field('firstName')} autoComplete="given-name" maxLength={100} required />
      <Field label="Last name" {...field('lastName')} autoComplete="family-name" maxLength={100} required />
    </div>
  );
}
