import { useId } from 'react';
import switchStyles from '#web/ui/switch.module.css';
import styles from '../table/table-tools.module.css';

interface LiveSwitchProps {
  isOn: boolean;
  onChange(isOn: boolean): void;
}

/** The visitor's switch between a table that stands still and one that follows the market. */
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
