import Bell from 'lucide-react/icons/bell';
import Pause from 'lucide-react/icons/pause';
import Pencil from 'lucide-react/icons/pencil';
import Play from 'lucide-react/icons/play';
import Trash2 from 'lucide-react/icons/trash';
import type { Alert } from '#contract/alerts.ts';
import { formatDollars } from '#contract/decimal.ts';
import { formatExactPrice, formatPrice } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import coinCell from '#web/market/coin-cell.module.css';
import type { CoinQuote } from '#web/market/live/coin-quotes.ts';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import freshness from '#web/ui/styles/freshness.module.css';
import { conditionParts, describeRepeat } from '../alert-words.ts';
import { describeDistance, holdsNow } from './alert-distance.ts';
import { formatMoment } from './alert-times.ts';
import styles from './alerts.module.css';

interface AlertRowProps {
  alert: Alert;
  /** Undefined: not known. */
  quote: CoinQuote | undefined;
  onPause: () => void;
  onActivate: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** An alert with what it waits for, and how far that is. */
export function AlertRow({ alert, quote, ...actions }: AlertRowProps) {
  const { coinId, symbol, name, note, repeat, cooldownMinutes } = alert;
  const { before, figure, after } = conditionParts(alert);
  const repeats = describeRepeat(repeat, cooldownMinutes);
  const price = formatPrice(quote?.price);
  const exact = formatExactPrice(quote?.price);
  return (
    <article
      className={styles.row}
      data-alert={alert.id}
      tabIndex={-1}
      aria-label={`${name}: ${before} ${figure} ${after}`}
    >
      <Link className={`${coinCell.coin} ${styles.rowCoin}`} to={paths.coin(coinId)}>
        <CoinLogo coinId={coinId} size={32} />
        <span className={styles.rowName}>
          <span className={coinCell.title}>
            <span className={coinCell.name}>{name}</span>{' '}
            <span className={coinCell.symbol}>{symbol.toUpperCase()}</span>
          </span>
          <span className="meta figures" title={exact === price ? undefined : exact}>
            {quote ? `now ${price}` : 'no price right now'}
          </span>
        </span>
      </Link>
      <div className={styles.rowTerms}>
        <p>
          <span className="muted">{before}</span> <b className="figures">{figure}</b>{' '}
          <span className="muted">{after}</span>
        </p>
        {note && <p className={`meta ${styles.rowNote}`}>{note}</p>}
        {repeats && <p className="meta">{repeats}</p>}
      </div>
      <p className={`${styles.rowDistance} small muted`}>
        <Where alert={alert} quote={quote} />
      </p>
      <Status alert={alert} />
      <Actions alert={alert} {...actions} />
    </article>
  );
}

/** How far an alert is from firing; where it has fired and is done, when and at what price. */
function Where({ alert, quote }: Pick<AlertRowProps, 'alert' | 'quote'>) {
  const now = useNow() ?? Date.now();
  const { status, triggeredAt, triggeredPrice, restsUntil } = alert;
  const fired =
    triggeredAt && triggeredPrice && `${formatDollars(triggeredPrice)}, ${formatMoment(triggeredAt, now)}`;
  if (status === 'triggered') return <span className="figures">{fired && `at ${fired}`}</span>;
  const distance = describeDistance(alert, quote);
  return (
    <>
      <span className="figures">
        {holdsNow(alert, quote) ? 'Holds now: waits for the next crossing' : distance}
      </span>
      {restsUntil && <span className="meta">Rests until {formatMoment(restsUntil, now)}</span>}
      {fired && <span className="meta figures">Last at {fired}</span>}
    </>
  );
}

function Status({ alert: { status } }: Pick<AlertRowProps, 'alert'>) {
  return (
    <span className={styles.rowState} data-status={status}>
      {status === 'active' && <span className={freshness.dot} />}
      {status === 'paused' && <Pause className="icon iconSmall" aria-hidden="true" />}
      {status === 'triggered' && <Bell className="icon iconSmall" aria-hidden="true" />}
      {{ active: 'Active', paused: 'Paused', triggered: 'Triggered' }[status]}
    </span>
  );
}

function Actions({ alert, onPause, onActivate, onEdit, onDelete }: Omit<AlertRowProps, 'quote'>) {
  const { status, name } = alert;
  return (
    <div className={styles.rowActions}>
      {status === 'active' && (
        <IconButton label={`Pause ${name} alert`} onClick={onPause}>
          <Pause className="icon" aria-hidden="true" />
        </IconButton>
      )}
      {status === 'paused' && (
        <IconButton label={`Resume ${name} alert`} onClick={onActivate}>
          <Play className="icon" aria-hidden="true" />
        </IconButton>
      )}
      {status === 'triggered' ? (
        <button
          type="button"
          className={`${button.ghost} ${button.small}`}
          aria-label={`Arm again: ${name} alert`}
          onClick={onActivate}
        >
          Arm again
        </button>
      ) : (
        <IconButton label={`Edit ${name} alert`} onClick={onEdit}>
          <Pencil className="icon" aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={`Delete ${name} alert`} onClick={onDelete}>
        <Trash2 className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

interface IconButtonProps {
  label: string;
  onClick: () => void;
  children: React.ReactNode;
}

function IconButton({ label, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`${button.ghost} ${button.iconOnly} ${button.small}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
