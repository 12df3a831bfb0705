import { type ComponentProps, useId } from 'react';
import { FieldFrame, type FieldNotes, noteIdOf } from './field-frame.tsx';
import inputStyles from './input.module.css';

interface FieldProps extends ComponentProps<'input'>, FieldNotes {
  name: string;
  /** A symbol shown before the value. */
  unit?: string;
}

/** A labelled input. Uncontrolled, so that text typed before hydration isn't lost. */
export function Field({ label, error, hint, isOptional, unit, className, ...input }: FieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} isOptional={isOptional}>
      <div className={unit ? inputStyles.affixed : 'contents'}>
        {unit && (
          <span className={inputStyles.unit} data-long={unit.length > 2 || undefined} aria-hidden="true">
            {unit}
          </span>
        )}
        <input
          {...input}
          id={id}
          className={className ? `${inputStyles.input} ${className}` : inputStyles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteIdOf(id) : undefined}
        />
      </div>
    </FieldFrame>
  );
}
