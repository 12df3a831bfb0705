import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import type { ReactNode } from 'react';
import form from './form.module.css';

/** What surrounds a control; see `Field`. */
export interface FieldNotes {
  label: string;
  /** What is wrong with it; announced, and said beside it. */
  error?: string | null | undefined;
  hint?: string | undefined;
  /** Said beside the label, in brackets: what may be left out. */
  isOptional?: boolean | undefined;
}

/** The label of a control and what is said of it; the control names `noteIdOf(id)` as its description. */
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

export function noteIdOf(id: string): string {
  return `${id}-note`;
}
