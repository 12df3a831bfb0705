import { Pencil, Trash2 } from 'lucide-react';
import type { ValuedHolding } from '#contract/portfolio.ts';
import {
  exactAmountTitle,
  exactMoneyTitle,
  formatAmount,
  formatDecimalChange,
  formatDecimalMoney,
  formatDecimalPercent,
  formatRoughAmount,
  formatRoughMoney,
  writtenVariant,
} from '#web/lib/decimal-formats.ts';
import { paths } from '#web/lib/paths.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import { priceMarks } from './holding-marks.ts';

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
  const isOld = priceState !== 'live';
  const worth = formatDecimalMoney(value);
  return (
    <tr tabIndex={-1}>
      <td className="l ho-coin">
        <HoldingCoin holding={holding} />
      </td>
      <td className="ho-amt" title={exactAmountTitle(amount)}>
        {formatAmount(amount)}
      </td>
      <td className="ho-cost muted" title={exactMoneyTitle(holding.purchasePrice)}>
        {hasCost ? formatDecimalMoney(holding.purchasePrice) : <span className="meta">{noCost}</span>}
      </td>
      <td className={isOld ? 'ho-price muted' : 'ho-price'} title={exactMoneyTitle(price)}>
        {formatDecimalMoney(price)}
      </td>
      <td>
        <span className="ho-value">
          <span
            className="ho-worth"
            data-long={worth.length > roomyOnPhone || undefined}
            title={exactMoneyTitle(value)}
          >
            <Narrowed full={worth} rough={worth.length > roughOnPhone ? formatRoughMoney(value) : worth} />
          </span>
          <Percent holding={holding} className="small ho-under" />
        </span>
      </td>
      <td className="ho-pnl" title={exactMoneyTitle(pnl)}>
        {formatDecimalChange(pnl)}
      </td>
      <td className="ho-pct">
        <Percent holding={holding} className="chg-col ho-percent" />
      </td>
      <td className="ho-acts">
        <button
          type="button"
          className="btn btn-ghost btn-icon btn-sm"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
        >
          <Pencil className="i" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn-ghost btn-icon btn-sm"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
        >
          <Trash2 className="i" aria-hidden="true" />
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
      <Link className="coin" to={paths.coin(coinId)}>
        <CoinLogo coinId={coinId} />
        <span className="ho-name">
          <span className="coin-t">
            <span className="coin-n" title={name}>
              {name}
            </span>{' '}
            <span className="coin-s">{symbol.toUpperCase()}</span>
          </span>
          <HoldingAmount holding={holding} />
        </span>
      </Link>
      {mark && (
        <span className="fresh fresh-warn ho-mark">
          <span className="dot" />
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
  return (
    <span className="meta num ho-amount" title={exactAmountTitle(amount)}>
      <Narrowed full={formatAmount(amount)} rough={formatRoughAmount(amount)} /> {symbol.toUpperCase()}
    </span>
  );
}

/** A figure that is written more roughly on a phone. */
function Narrowed({ full, rough }: { full: string; rough: string }) {
  if (rough === full) return full;
  return (
    <>
      <span className="hide-phone">{full}</span>
      <span className="ho-rough">{rough}</span>
    </>
  );
}

/** P&L over what was invested. Where nothing is recorded as invested there is no percent to speak of: it says so. */
function Percent({ holding, className }: { holding: ValuedHolding; className: string }) {
  const { pnlPercent, hasCost } = holding;
  const written = formatDecimalPercent(pnlPercent);
  return (
    <>
      <span
        className={hasCost ? `chg ${className}` : `chg ho-zero ${className}`}
        data-variant={hasCost ? writtenVariant(written) : 'none'}
      >
        <span>{written}</span>
      </span>
      {!hasCost && <span className={`meta ho-none ${className}`}>{noCost}</span>}
    </>
  );
}
