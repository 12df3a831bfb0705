import { type ComponentProps, useId } from 'react';
import { FieldFrame, type FieldNotes, noteIdOf } from './field-frame.tsx';
import input from './input.module.css';

interface TextAreaProps extends ComponentProps<'textarea'>, FieldNotes {
  name: string;
}

/** Like `Field`, for a text with several lines. */
export function TextArea({ label, error, hint, isOptional, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} isOptional={isOptional}>
      <textarea
        {...area}
        id={id}
        className={`${input.input} ${input.area}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteIdOf(id) : undefined}
      />
    </FieldFrame>
  );
}
