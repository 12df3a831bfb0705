import { Pencil, Trash2 } from 'lucide-react';
import type { ValuedHolding } from '#contract/portfolio.ts';
import {
  decimalVariant,
  exactAmountTitle,
  exactMoneyTitle,
  formatAmount,
  formatDecimalChange,
  formatDecimalMoney,
  formatDecimalPercent,
} from '../lib/decimal-formats.ts';
import { paths } from '../lib/paths.ts';
import { ClockTime } from '../ui/clock-time.tsx';
import { CoinLogo } from '../ui/coin-logo.tsx';
import { Link } from '../ui/link.tsx';
import { priceMarks } from './holding-marks.ts';

interface HoldingRowProps {
  holding: ValuedHolding;
  onEdit: () => void;
  onDelete: () => void;
}

const noCost = 'No cost recorded';

/** A holding with what it is worth. On a phone amount and P&L stand under coin and value. */
export function HoldingRow({ holding, onEdit, onDelete }: HoldingRowProps) {
  const { name, amount, price, priceState, value, pnl, hasCost } = holding;
  const isOld = priceState !== 'live';
  return (
    <tr>
      <td className="l ho-coin">
        <HoldingCoin holding={holding} />
      </td>
      <td className="c-h c-a" title={exactAmountTitle(amount)}>
        {formatAmount(amount)}
      </td>
      <td className="c-h muted" title={exactMoneyTitle(holding.purchasePrice)}>
        {hasCost ? formatDecimalMoney(holding.purchasePrice) : noCost}
      </td>
      <td className={isOld ? 'c-h muted' : 'c-h'} title={exactMoneyTitle(price)}>
        {formatDecimalMoney(price)}
      </td>
      <td>
        <span className="ho-value">
          <span className="ho-worth" title={exactMoneyTitle(value)}>
            {formatDecimalMoney(value)}
          </span>
          <Percent holding={holding} className="small ho-under" />
        </span>
      </td>
      <td className="c-h" title={exactMoneyTitle(pnl)}>
        {formatDecimalChange(pnl)}
      </td>
      <td className="c-h">
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
  const { coinId, symbol, name, amount, priceState, priceAsOf, hasCost } = holding;
  const mark = priceMarks[priceState];
  return (
    <>
      <Link className="coin" to={paths.coin(coinId)}>
        <CoinLogo coinId={coinId} />
        <span className="ho-name">
          <span className="coin-t">
            <span className="coin-n">{name}</span>{' '}
            <span className="coin-s hide-phone">{symbol.toUpperCase()}</span>
          </span>
          <span className="meta num ho-amount" title={exactAmountTitle(amount)}>
            {formatAmount(amount)} {symbol.toUpperCase()}
          </span>
        </span>
      </Link>
      {(mark || !hasCost) && (
        <span className="ho-notes">
          {mark && (
            <span className="fresh fresh-warn">
              <span className="dot" />
              <span>
                {mark}
                {priceState === 'stale' && priceAsOf && (
                  <>
                    {' '}
                    since <ClockTime at={priceAsOf} />
                  </>
                )}
              </span>
            </span>
          )}
          {!hasCost && <span className="meta ho-small">{noCost}</span>}
        </span>
      )}
    </>
  );
}

/** P&L over what was invested. Where nothing is recorded as invested there is no percent to speak of. */
function Percent({ holding, className }: { holding: ValuedHolding; className: string }) {
  const { pnlPercent, pnl, hasCost } = holding;
  const variant = hasCost ? decimalVariant(pnl) : 'none';
  return (
    <span className={`chg ${className}`} data-variant={variant}>
      <span>{formatDecimalPercent(pnlPercent)}</span>
    </span>
  );
}
