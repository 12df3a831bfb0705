import Bell from 'lucide-react/icons/bell';
import Pause from 'lucide-react/icons/pause';
import { currencyOf } from '#web/lib/money/currency.ts';
import { formatExactPrice, formatPrice } from '#web/lib/money/money-formats.ts';
import { paths } from '#web/lib/paths.ts';
import coinCell from '#web/market/coin-cell.module.css';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import freshness from '#web/ui/styles/freshness.module.css';
import { conditionParts, describeRepeat } from '../alert-words.ts';
import { AlertActions, type AlertActionsProps } from './alert-actions.tsx';
import { describePrice } from './alert-distance.ts';
import { AlertProgress } from './alert-progress.tsx';
import styles from './alerts.module.css';
import { DistanceScale } from './distance-scale.tsx';

interface AlertRowProps extends AlertActionsProps {
  /** Whether the prices are still loading. */
  isLoading: boolean;
}

/** An alert with its condition, and how far the current figure is from it. */
export function AlertRow({ alert, quote, isLoading, ...actions }: AlertRowProps) {
  const { coinId, symbol, name, note, repeat, cooldownMinutes } = alert;
  const { before, figure, after } = conditionParts(alert);
  const repeats = describeRepeat(repeat, cooldownMinutes);
  const currency = currencyOf(alert.currency);
  const price = formatPrice(quote?.price, currency);
  const exact = formatExactPrice(quote?.price, currency);
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
            {describePrice(quote, price, isLoading)}
          </span>
        </span>
      </Link>
      <div className={styles.rowTerms}>
        <p className={styles.rowRule}>
          <Before text={before} /> <b className="figures">{figure}</b>{' '}
          <span className={`muted ${styles.wideOnly}`}>{after}</span>
        </p>
        {note && <p className={`meta ${styles.rowNote}`}>{note}</p>}
        {repeats && <p className="meta">{repeats}</p>}
      </div>
      <div className={`${styles.rowDistance} meta`}>
        {alert.status !== 'triggered' && <DistanceScale alert={alert} quote={quote} />}
        <AlertProgress alert={alert} quote={quote} />
      </div>
      <Status alert={alert} />
      <AlertActions alert={alert} quote={quote} {...actions} />
    </article>
  );
}

/** The words before the figure. Phones omit `Price` and `change`, for which they have no room. */
function Before({ text }: { text: string }) {
  const [, start = '', omitted = '', end = ''] = /^(24h)?( change|Price )(.*)$/.exec(text) ?? [];
  return (
    <span className={`muted ${styles.rowBefore}`}>
      {start}
      <span className={styles.wideOnly}>{omitted}</span>
      {end}
    </span>
  );
}

function Status({ alert: { status } }: Pick<AlertActionsProps, 'alert'>) {
  return (
    <span className={styles.rowState} data-status={status}>
      {status === 'active' && <span className={freshness.dot} />}
      {status === 'paused' && <Pause className="icon iconSmall" aria-hidden="true" />}
      {status === 'triggered' && <Bell className="icon iconSmall" aria-hidden="true" />}
      {{ active: 'Active', paused: 'Paused', triggered: 'Triggered' }[status]}
    </span>
  );
}
