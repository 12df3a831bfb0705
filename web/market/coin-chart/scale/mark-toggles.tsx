import type { ReactNode } from 'react';
import styles from '../coin-chart.module.css';

/** The kinds of marks on the price axis, apart from the current price. */
export type MarkGroup = 'alert' | 'cost' | 'range' | 'record';

const names: Record<MarkGroup, string> = {
  alert: 'Alerts',
  cost: 'Your average cost',
  range: '24h range',
  record: 'All Time High and Low',
};

interface MarkTogglesProps {
  /** The groups that have marks, and the number of alerts. */
  groups: readonly MarkGroup[];
  alertCount: number;
  hidden: ReadonlySet<MarkGroup>;
  onToggle(group: MarkGroup): void;
  /** Tools are in use too, so there is less room. */
  isCrowded: boolean;
  /** The tools in use, after the marks. */
  children?: ReactNode;
}

/** The price axis's legend, in which each group of marks can be hidden. */
export function MarkToggles({ groups, alertCount, hidden, onToggle, isCrowded, children }: MarkTogglesProps) {
  return (
    <fieldset
      className={styles.toggles}
      data-crowded={isCrowded || undefined}
      aria-label="Marks on the scale"
    >
      {groups.map((group) => (
        <button
          key={group}
          type="button"
          className={styles.toggle}
          aria-pressed={!hidden.has(group)}
          onClick={() => onToggle(group)}
        >
          <span className={styles.swatch} data-kind={group} aria-hidden="true" />
          {names[group]}
          {group === 'alert' && <span className="figures">{alertCount}</span>}
        </button>
      ))}
      {children}
    </fieldset>
  );
}
