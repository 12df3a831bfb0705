import Ellipsis from 'lucide-react/icons/ellipsis';
import Pause from 'lucide-react/icons/pause';
import Pencil from 'lucide-react/icons/pencil';
import Play from 'lucide-react/icons/play';
import Trash2 from 'lucide-react/icons/trash';
import { type ReactNode, useState } from 'react';
import type { Alert } from '#contract/alerts/alerts.ts';
import type { CoinQuote } from '#web/market/live/coin-quotes.ts';
import { Popover } from '#web/ui/overlay/popover.tsx';
import button from '#web/ui/styles/button.module.css';
import { describeCondition, describeRepeat } from '../alert-words.ts';
import { AlertProgress } from './alert-progress.tsx';
import styles from './alerts.module.css';

export interface AlertActionsProps {
  alert: Alert;
  /** Undefined if not known. */
  quote: CoinQuote | undefined;
  onPause: () => void;
  onActivate: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

interface Action {
  readonly name: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
  /** Shows its name instead of an icon. */
  readonly isNamed?: boolean;
}

/** The actions for an alert: a button each or, on a phone, a panel. */
export function AlertActions(props: AlertActionsProps) {
  const { alert, quote } = props;
  const actions = listActions(props);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.rowActions}>
      {actions.map(({ name, label, icon, onPress, isNamed = false }) => (
        <button
          key={name}
          type="button"
          className={`${isNamed ? button.secondary : `${button.ghost} ${button.iconOnly}`} ${button.small} ${styles.rowAction}`}
          aria-label={label}
          title={isNamed ? undefined : label}
          onClick={onPress}
        >
          {isNamed ? name : icon}
        </button>
      ))}
      <button
        type="button"
        className={`${button.ghost} ${button.iconOnly} ${styles.rowMenu}`}
        aria-label={`More actions for ${alert.name} alert`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        <Ellipsis className="icon" aria-hidden="true" />
      </button>
      {anchor && (
        <Popover title={`${alert.name} alert`} anchor={anchor} onClose={() => setAnchor(null)}>
          <AlertTerms alert={alert} quote={quote} />
          <div className={styles.menu}>
            {actions.map(({ name, label, icon, onPress }) => (
              <button
                key={name}
                type="button"
                className={`${button.ghost} ${styles.menuAction}`}
                aria-label={label}
                onClick={() => {
                  setAnchor(null);
                  onPress();
                }}
              >
                {icon}
                {name}
              </button>
            ))}
          </div>
        </Popover>
      )}
    </div>
  );
}

/** Details that a narrow row has no room for. */
function AlertTerms({ alert, quote }: Pick<AlertActionsProps, 'alert' | 'quote'>) {
  const { note, repeat, cooldownMinutes } = alert;
  const repeats = describeRepeat(repeat, cooldownMinutes);
  return (
    <div className={`${styles.terms} small muted`}>
      <p>{describeCondition(alert)}</p>
      {note && <p className={styles.rowNote}>{note}</p>}
      {repeats && <p>{repeats}</p>}
      <AlertProgress alert={alert} quote={quote} />
    </div>
  );
}

function listActions({ alert, onPause, onActivate, onEdit, onDelete }: AlertActionsProps): Action[] {
  const { status, name } = alert;
  const icons = {
    play: <Play className="icon" aria-hidden="true" />,
    pause: <Pause className="icon" aria-hidden="true" />,
  };
  const remove: Action = {
    name: 'Delete',
    label: `Delete ${name} alert`,
    icon: <Trash2 className="icon" aria-hidden="true" />,
    onPress: onDelete,
  };
  if (status === 'triggered') {
    const label = `Arm again: ${name} alert`;
    return [{ name: 'Arm again', label, icon: icons.play, onPress: onActivate, isNamed: true }, remove];
  }
  const edit: Action = {
    name: 'Edit',
    label: `Edit ${name} alert`,
    icon: <Pencil className="icon" aria-hidden="true" />,
    onPress: onEdit,
  };
  const toggle: Action =
    status === 'active'
      ? { name: 'Pause', label: `Pause ${name} alert`, icon: icons.pause, onPress: onPause }
      : { name: 'Resume', label: `Resume ${name} alert`, icon: icons.play, onPress: onActivate };
  return [toggle, edit, remove];
}
