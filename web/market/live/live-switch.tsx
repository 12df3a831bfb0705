import { useId } from 'react';
import switchStyles from '#web/ui/styles/switch.module.css';
import styles from '../tools/table-tools.module.css';

interface LiveSwitchProps {
  isOn: boolean;
  onChange(isOn: boolean): void;
}

/** Switches the table between manual refresh and live quotes. */
export function LiveSwitch({ isOn, onChange }: LiveSwitchProps) {
  const id = useId();
  return (
    <span className={styles.live}>
      <label htmlFor={id}>Live</label>
      <button
        type="button"
        id={id}
        className={switchStyles.switch}
        role="switch"
        aria-checked={isOn}
        onClick={() => onChange(!isOn)}
      />
    </span>
  );
}
