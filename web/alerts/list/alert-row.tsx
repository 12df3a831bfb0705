import { Bell, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import type { Alert } from '#contract/alerts.ts';
import { formatDollars } from '#contract/decimal.ts';
import { formatExactPrice, formatPrice } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { CoinQuote } from '#web/market/live/coin-quotes.ts';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import { conditionParts, describeRepeat } from '../alert-words.ts';
import { describeDistance, holdsNow } from './alert-distance.ts';
import { formatMoment } from './alert-times.ts';

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
      className="arow"
      data-alert={alert.id}
      tabIndex={-1}
      aria-label={`${name}: ${before} ${figure} ${after}`}
    >
      <Link className="coin arow-coin" to={paths.coin(coinId)}>
        <CoinLogo coinId={coinId} size={32} />
        <span className="arow-name">
          <span className="coin-t">
            <span className="coin-n">{name}</span> <span className="coin-s">{symbol.toUpperCase()}</span>
          </span>
          <span className="meta num" title={exact === price ? undefined : exact}>
            {quote ? `now ${price}` : 'no price right now'}
          </span>
        </span>
      </Link>
      <div className="arow-terms">
        <p>
          <span className="muted">{before}</span> <b className="num">{figure}</b>{' '}
          <span className="muted">{after}</span>
        </p>
        {note && <p className="meta arow-note">{note}</p>}
        {repeats && <p className="meta">{repeats}</p>}
      </div>
      <p className="arow-where small muted">
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
  if (status === 'triggered') return <span className="num">{fired && `at ${fired}`}</span>;
  const distance = describeDistance(alert, quote);
  return (
    <>
      <span className="num">
        {holdsNow(alert, quote) ? 'Holds now: waits for the next crossing' : distance}
      </span>
      {restsUntil && <span className="meta">Rests until {formatMoment(restsUntil, now)}</span>}
      {fired && <span className="meta num">Last at {fired}</span>}
    </>
  );
}

function Status({ alert: { status } }: Pick<AlertRowProps, 'alert'>) {
  return (
    <span className="arow-state" data-status={status}>
      {status === 'active' && <span className="dot" />}
      {status === 'paused' && <Pause className="i i-14" aria-hidden="true" />}
      {status === 'triggered' && <Bell className="i i-14" aria-hidden="true" />}
      {{ active: 'Active', paused: 'Paused', triggered: 'Triggered' }[status]}
    </span>
  );
}

function Actions({ alert, onPause, onActivate, onEdit, onDelete }: Omit<AlertRowProps, 'quote'>) {
  const { status, name } = alert;
  return (
    <div className="arow-acts">
      {status === 'active' && (
        <IconButton label={`Pause ${name} alert`} onClick={onPause}>
          <Pause className="i" aria-hidden="true" />
        </IconButton>
      )}
      {status === 'paused' && (
        <IconButton label={`Resume ${name} alert`} onClick={onActivate}>
          <Play className="i" aria-hidden="true" />
        </IconButton>
      )}
      {status === 'triggered' ? (
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          aria-label={`Arm again: ${name} alert`}
          onClick={onActivate}
        >
          Arm again
        </button>
      ) : (
        <IconButton label={`Edit ${name} alert`} onClick={onEdit}>
          <Pencil className="i" aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={`Delete ${name} alert`} onClick={onDelete}>
        <Trash2 className="i" aria-hidden="true" />
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
      className="btn btn-ghost btn-icon btn-sm"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
