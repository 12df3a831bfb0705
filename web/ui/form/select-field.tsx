import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { useId } from 'react';
import form from './form.module.css';
import input from './input.module.css';

interface SelectFieldProps<Value extends string> {
  label: string;
  name: string;
  /** The values to choose from, with their labels. */
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

/** A labelled choice of one of a few options. */
export function SelectField<Value extends string>({
  label,
  name,
  options,
  value,
  onChange,
}: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className={form.field}>
      <label className={form.label} htmlFor={id}>
        {label}
      </label>
      <div className={input.selectBox}>
        <select
          className={input.input}
          id={id}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {(Object.entries(options) as [Value, string][]).map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
        <ChevronsUpDown className="icon" aria-hidden="true" />
      </div>
    </div>
  );
}
