import Bell from 'lucide-react/icons/bell';
import Pause from 'lucide-react/icons/pause';
import { formatDollars } from '#contract/decimal.ts';
import { formatExactPrice, formatPrice } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import coinCell from '#web/market/coin-cell.module.css';
import type { CoinQuote } from '#web/market/live/coin-quotes.ts';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import freshness from '#web/ui/styles/freshness.module.css';
import { conditionParts, describeRepeat } from '../alert-words.ts';
import { AlertActions, type AlertActionsProps } from './alert-actions.tsx';
import { describeDistance, holdsNow } from './alert-distance.ts';
import { formatMoment } from './alert-times.ts';
import styles from './alerts.module.css';
import { DistanceTape } from './distance-tape.tsx';

interface AlertRowProps extends AlertActionsProps {
  /** Undefined: not known. */
  quote: CoinQuote | undefined;
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
        <CoinLogo coinId={coinId} size={28} />
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
        <p className={styles.rowRule}>
          <Before text={before} /> <b className="figures">{figure}</b>{' '}
          <span className={`muted ${styles.omissible}`}>{after}</span>
        </p>
        {note && <p className={`meta ${styles.rowNote}`}>{note}</p>}
        {repeats && <p className="meta">{repeats}</p>}
      </div>
      <div className={`${styles.rowDistance} meta`}>
        <Where alert={alert} quote={quote} />
      </div>
      <Status alert={alert} />
      <AlertActions alert={alert} {...actions} />
    </article>
  );
}

/** The words before the figure; a phone has no room for the first of them. */
function Before({ text }: { text: string }) {
  const [, start = '', omitted = '', end = ''] = /^(24h)?( change|Price )(.*)$/.exec(text) ?? [];
  return (
    <span className={`muted ${styles.rowBefore}`}>
      {start}
      <span className={styles.omissible}>{omitted}</span>
      {end}
    </span>
  );
}

/** A phone has no room for the last word of points. */
function Distance({ text }: { text: string | null }) {
  const [figure, points, away] = text?.split(/( points)/) ?? [];
  return (
    <>
      {figure}
      {points}
      {away && <span className={styles.omissible}>{away}</span>}
    </>
  );
}

/** How far an alert is from firing; where it has fired and is done, when and at what price. */
function Where({ alert, quote }: Pick<AlertRowProps, 'alert' | 'quote'>) {
  const now = useNow() ?? Date.now();
  const { status, triggeredAt, triggeredPrice, restsUntil } = alert;
  const fired =
    triggeredAt && triggeredPrice && `${formatDollars(triggeredPrice)}, ${formatMoment(triggeredAt, now)}`;
  if (status === 'triggered') return <span className={styles.rowFired}>{fired && `at ${fired}`}</span>;
  const distance = describeDistance(alert, quote);
  return (
    <>
      <DistanceTape alert={alert} quote={quote} />
      <span className="figures">
        {holdsNow(alert, quote) ? 'Holds now: waits for the next crossing' : <Distance text={distance} />}
      </span>
      {restsUntil && <span>Rests until {formatMoment(restsUntil, now)}</span>}
      {fired && <span className={`figures ${styles.omissible}`}>Last at {fired}</span>}
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
