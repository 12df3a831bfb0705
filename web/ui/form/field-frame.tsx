import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import type { ReactNode } from 'react';
import form from './form.module.css';

/** The texts around a control; see `Field`. */
export interface FieldNotes {
  label: string;
  /** Announced to screen readers, and shown below the control. */
  error?: string | null | undefined;
  hint?: string | undefined;
  /** Marks the label as optional, in brackets. */
  isOptional?: boolean | undefined;
}

/** The label, hint and error of a control, which must set `aria-describedby` to `noteIdOf(id)`. */
export function FieldFrame(props: FieldNotes & { id: string; children: ReactNode }) {
  const { id, label, error, hint, isOptional, children } = props;
  return (
    <div className={form.field}>
      <label className={form.label} htmlFor={id}>
        {label}
        {isOptional && <span className={form.optional}> (optional)</span>}
      </label>
      {children}
      {error ? (
        <p className={form.error} id={noteIdOf(id)} role="alert">
          <CircleAlert className="icon iconSmall" aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p className={form.hint} id={noteIdOf(id)}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** The id of a control's hint or error. */
export function noteIdOf(id: string): string {
  return `${id}-note`;
}
