import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { type ReactNode, type Ref, useId } from 'react';
import { FieldFrame, noteIdOf } from '#web/ui/form/field-frame.tsx';
import input from '#web/ui/form/input.module.css';

interface ChoiceFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  /** Ref of the select, so that the form can focus it. */
  field?: Ref<HTMLSelectElement>;
  /** The `option` elements. */
  children: ReactNode;
}

/** A labelled select with its error. */
export function ChoiceField({ label, value, onChange, error, hint, field, children }: ChoiceFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div className={input.selectBox}>
        <select
          ref={field}
          className={input.input}
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteIdOf(id) : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
        <ChevronsUpDown className="icon" aria-hidden="true" />
      </div>
    </FieldFrame>
  );
}
