import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import type { ValuedHolding } from '#contract/portfolio.ts';
import {
  exactMoneyTitle,
  formatDecimalMoney,
  formatDecimalPercent,
  writtenVariant,
} from '#web/lib/decimal-formats.ts';
import { paths } from '#web/lib/paths.ts';
import coinCell from '#web/market/coin-cell.module.css';
import change from '#web/ui/change.module.css';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import freshness from '#web/ui/styles/freshness.module.css';
import table from '#web/ui/styles/table.module.css';
import { useOwnFigures } from '../own-figures.ts';
import styles from './holdings.module.css';
import { priceMarks } from './price-marks.ts';

interface HoldingRowProps {
  holding: ValuedHolding;
  onEdit: () => void;
  onDelete: () => void;
}

const noCost = 'No cost recorded';

/** Values with more characters than this are set smaller on a phone. */
const roomyOnPhone = 11;
/** Values with more than this are rounded there. */
const roughOnPhone = 14;

/** A holding with what it is worth. Where there is no room for their columns, amount and percent stand under coin and value. */
export function HoldingRow({ holding, onEdit, onDelete }: HoldingRowProps) {
  const { name, amount, price, priceState, value, pnl, hasCost } = holding;
  const own = useOwnFigures();
  const isOld = priceState !== 'live';
  const worth = own.money(value);
  return (
    <tr tabIndex={-1}>
      <td className={`${table.left} ${styles.coinCell}`}>
        <HoldingCoin holding={holding} />
      </td>
      <td className={styles.amountCell} title={own.amountTitle(amount)}>
        {own.amount(amount)}
      </td>
      <td className={`${styles.costCell} muted`} title={exactMoneyTitle(holding.purchasePrice)}>
        {hasCost ? formatDecimalMoney(holding.purchasePrice) : <span className="meta">{noCost}</span>}
      </td>
      <td className={isOld ? `${styles.priceCell} muted` : styles.priceCell} title={exactMoneyTitle(price)}>
        {formatDecimalMoney(price)}
      </td>
      <td>
        <span className={styles.value}>
          <span
            className={styles.worth}
            data-long={worth.length > roomyOnPhone || undefined}
            title={own.moneyTitle(value)}
          >
            <Narrowed full={worth} rough={worth.length > roughOnPhone ? own.roughMoney(value) : worth} />
          </span>
          <Percent holding={holding} className={`small ${styles.percentUnder}`} />
        </span>
      </td>
      <td className={styles.profitCell} title={own.moneyTitle(pnl)}>
        {own.change(pnl)}
      </td>
      <td className={styles.percentCell}>
        <Percent holding={holding} className={`${change.column} ${styles.percent}`} />
      </td>
      <td className={styles.actionsCell}>
        <button
          type="button"
          className={`${button.ghost} ${button.iconOnly} ${button.small}`}
          aria-label={`Edit ${name}`}
          onClick={onEdit}
        >
          <Pencil className="icon" aria-hidden="true" />
        </button>
        <button
          type="button"
          className={`${button.ghost} ${button.iconOnly} ${button.small}`}
          aria-label={`Delete ${name}`}
          onClick={onDelete}
        >
          <Trash2 className="icon" aria-hidden="true" />
        </button>
      </td>
    </tr>
  );
}

function HoldingCoin({ holding }: { holding: ValuedHolding }) {
  const { coinId, symbol, name, priceState, priceAsOf } = holding;
  const mark = priceMarks[priceState];
  return (
    <>
      <Link className={coinCell.coin} to={paths.coin(coinId)}>
        <CoinLogo coinId={coinId} />
        <span className={styles.name}>
          <span className={coinCell.title}>
            <span className={coinCell.name} title={name}>
              {name}
            </span>{' '}
            <span className={coinCell.symbol}>{symbol.toUpperCase()}</span>
          </span>
          <HoldingAmount holding={holding} />
        </span>
      </Link>
      {mark && (
        <span className={`${freshness.warning} ${styles.mark}`}>
          <span className={freshness.dot} />
          <span>
            {priceState === 'stale' && priceAsOf ? (
              <>
                Stale since <ClockTime at={priceAsOf} />
              </>
            ) : (
              mark
            )}
          </span>
        </span>
      )}
    </>
  );
}

/** The amount under the coin's name; on a phone rounded, so that the symbol stays. */
function HoldingAmount({ holding: { amount, symbol } }: { holding: ValuedHolding }) {
  const own = useOwnFigures();
  return (
    <span className={`meta figures ${styles.amount}`} title={own.amountTitle(amount)}>
      <Narrowed full={own.amount(amount)} rough={own.roughAmount(amount)} /> {symbol.toUpperCase()}
    </span>
  );
}

/** A figure that is written more roughly on a phone. */
function Narrowed({ full, rough }: { full: string; rough: string }) {
  if (rough === full) return full;
  return (
    <>
      <span className="hiddenOnPhone">{full}</span>
      <span className={styles.rough}>{rough}</span>
    </>
  );
}

/** P&L over what was invested. Where nothing is recorded as invested there is no percent to speak of: it says so. */
function Percent({ holding, className }: { holding: ValuedHolding; className: string | undefined }) {
  const { pnlPercent, hasCost } = holding;
  const written = formatDecimalPercent(pnlPercent);
  return (
    <>
      <span
        className={
          hasCost ? `${change.change} ${className}` : `${change.change} ${styles.zeroPercent} ${className}`
        }
        data-variant={hasCost ? writtenVariant(written) : 'none'}
      >
        <span>{written}</span>
      </span>
      {!hasCost && <span className={`meta ${styles.noCost} ${className}`}>{noCost}</span>}
    </>
  );
}
