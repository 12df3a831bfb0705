import { ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';

interface SelectFieldProps<Value extends string> {
  label: string;
  name: string;
  /** What can be chosen, with its text. */
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

/** A labelled choice of one among a few. */
export function SelectField<Value extends string>({
  label,
  name,
  options,
  value,
  onChange,
}: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="selectbox">
        <select
          className="input"
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
        <ChevronsUpDown className="i" aria-hidden="true" />
      </div>
    </div>
  );
}
