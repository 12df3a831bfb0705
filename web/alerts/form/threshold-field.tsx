import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import { currencyOf } from '#web/lib/money/currency.ts';
import { getDecimalSeparator } from '#web/lib/money/number-style.ts';
import { Field } from '#web/ui/form/field.tsx';
import type { AlertFields } from './alert-fields.ts';
import { readThreshold, thresholdReading, writeThreshold } from './read-threshold.ts';

interface ThresholdFieldProps {
  control: Control<AlertFields>;
  fields: AlertFields;
  error: string | undefined;
  /** Receives a plain decimal, or the text as typed if it isn't a number. */
  onChange: (threshold: string) => void;
}

/** The threshold in the reader's notation. The form keeps a plain decimal. */
export function ThresholdField({ control, fields, error, onChange }: ThresholdFieldProps) {
  const separator = getDecimalSeparator();
  const { field } = useController({ control, name: 'threshold' });
  const [typed, setTyped] = useState('');
  // Chips, the condition and the arrival of a first price set the threshold too.
  const shown =
    readThreshold(typed, separator) === fields.threshold
      ? typed
      : writeThreshold(fields.threshold, separator);
  const reading = thresholdReading(shown, separator);
  const isPrice = isAboutPrice(fields.condition);
  return (
    <Field
      label="Threshold"
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      error={error}
      hint={reading && `Read as ${reading}`}
      inputMode={isPrice ? 'decimal' : 'text'}
      autoComplete="off"
      unit={isPrice ? currencyOf(fields.currency).symbol.trim() : '%'}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(readThreshold(target.value, separator));
      }}
    />
  );
}
