import { useId } from 'react';

interface LiveSwitchProps {
  isOn: boolean;
  onChange(isOn: boolean): void;
}

/** Switches the table between manual refresh and live quotes. */
export function LiveSwitch({ isOn, onChange }: LiveSwitchProps) {
  const id = useId();
  return (
    <span className="live">
      <label htmlFor={id}>Live</label>
      <button
        type="button"
        id={id}
        className="switch"
        role="switch"
        aria-checked={isOn}
        onClick={() => onChange(!isOn)}
      />
    </span>
  );
}
