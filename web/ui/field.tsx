import { CircleAlert } from 'lucide-react';
import { type ComponentProps, useId } from 'react';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  name: string;
  /** What is wrong with it; announced, and said beside it. */
  error?: string | null | undefined;
  hint?: string | undefined;
  /** Said beside the label, in brackets: what may be left out. */
  isOptional?: boolean;
  /** A sign before what is typed. */
  unit?: string;
}

/** A labelled input. What was typed stays in the element itself, so that nothing typed before hydration is lost. */
export function Field({ label, error, hint, isOptional, unit, className, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {isOptional && <span className="opt"> (optional)</span>}
      </label>
      <div className={unit ? 'affix' : 'contents'}>
        {unit && (
          <span className="unit" aria-hidden="true">
            {unit}
          </span>
        )}
        <input
          {...input}
          id={id}
          className={className ? `input ${className}` : 'input'}
          aria-invalid={error ? true : undefined}
          aria-describedby={hasNote ? noteId : undefined}
        />
      </div>
      {error ? (
        <p className="error" id={noteId} role="alert">
          <CircleAlert className="i i-14" aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={noteId}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
