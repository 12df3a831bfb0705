import ChevronDown from 'lucide-react/icons/chevron-down';
import type { MouseEvent } from 'react';
import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import {
  decimalVariant,
  exactMoneyTitle,
  formatDecimalMoney,
  formatDecimalPercent,
  formatShare,
} from '#web/lib/decimal-formats.ts';
import { countOf, variantOfText } from '#web/lib/formats.ts';
import coinCell from '#web/market/coin-cell.module.css';
import change from '#web/ui/change.module.css';
import { Change } from '#web/ui/change.tsx';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import badge from '#web/ui/styles/badge.module.css';
import freshness from '#web/ui/styles/freshness.module.css';
import table from '#web/ui/styles/table.module.css';
import { isZero } from '../decimal-sum.ts';
import { priceMarks } from '../holdings/price-marks.ts';
import { countUnlisted, isSerious, readMissingAmount } from '../overview/problem-fixes.ts';
import { type OwnFigures, useOwnFigures } from '../own-figures.ts';
import { asShown, WhyButton } from '../proof/why-button.tsx';
import type { CoinRow } from './coin-rows.ts';
import { fitAmount } from './fit-amount.ts';
import styles from './lots.module.css';

interface CoinRowProps {
  row: CoinRow;
  figures: Pick<LedgerHoldings, 'currency' | 'asOf' | 'method' | 'scope'>;
  /** The largest share of any coin, in percent. Its bar has the full width. */
  largestShare: number;
  isOpen: boolean;
  onToggle: () => void;
}

const noCost = 'No cost recorded';
/** Whether any part of the balance has a known cost. False for a negative balance. */
const isCostKnown = ({ costBasis, amount }: LedgerHolding) => costBasis !== null && !amount.startsWith('-');

/** A coin with its cost, value and gain. Pressing it opens its lots. */
export function CoinHoldingRow({ row, figures, largestShare, isOpen, onToggle }: CoinRowProps) {
  const { holding, dayPercent, share } = row;
  const { name, symbol, amount, averageCost, price, priceState, value, unrealized, realized } = holding;
  const own = useOwnFigures();
  const { currency } = figures;
  const hasProblem = holding.problems.some(isSerious);
  const hasCost = isCostKnown(holding);
  const written = formatDecimalPercent(holding.unrealizedPercent);
  const fitted = fitAmount(own, amount);
  const toggle = ({ target }: MouseEvent<HTMLTableRowElement>) => {
    const button = (target as Element).closest('button');
    if (button === null || button.hasAttribute('aria-expanded')) onToggle();
  };
  return (
    // The keyboard presses the button in the row, whose click bubbles up to here.
    <tr className={styles.row} data-coin={holding.coinId} tabIndex={-1} onClick={toggle}>
      <td className={`${table.left} ${styles.coinCell}`}>
        <button type="button" className={styles.open} aria-expanded={isOpen}>
          <CoinLogo coinId={holding.coinId} />
          <span className={styles.name}>
            <span className={styles.title}>
              <span className={coinCell.name} title={name}>
                {name}
              </span>{' '}
              <span className={coinCell.symbol}>{symbol.toUpperCase()}</span>
            </span>
            <span className={`meta figures ${styles.amountUnder}`}>
              {own.shortAmount(amount)} {symbol.toUpperCase()}
              {hasProblem && (
                <>
                  <span className={styles.comma}>, </span>
                  <b>{describeProblems(holding, own)}</b>
                </>
              )}
            </span>
          </span>
          {hasProblem && (
            <span className={`${badge.outline} ${styles.problemBadge}`}>
              {describeProblems(holding, own)}
            </span>
          )}
        </button>
        <PriceMark holding={holding} />
      </td>
      <td className={styles.amountCell} title={fitted.title}>
        {fitted.text}
      </td>
      <td className={`${styles.averageCell} muted`} title={exactMoneyTitle(averageCost, currency)}>
        {averageCost === null ? (
          <span className="meta">{noCost}</span>
        ) : (
          formatDecimalMoney(averageCost, currency)
        )}
      </td>
      <td
        className={priceState === 'live' ? styles.priceCell : `${styles.priceCell} muted`}
        title={exactMoneyTitle(price, currency)}
      >
        {formatDecimalMoney(price, currency)}
      </td>
      <td className={styles.dayCell}>
        <Change value={dayPercent} />
      </td>
      <td className={styles.valueCell}>
        <span className={styles.value} title={own.moneyTitle(value, currency)}>
          <span className="hiddenOnPhone">{own.money(value, currency)}</span>
          <span className={styles.short}>{own.shortMoney(value, currency)}</span>
        </span>
        <Percent written={written} hasCost={hasCost} className={styles.percentUnder} />
      </td>
      <td className={styles.shareCell}>
        {share !== null && (
          <>
            <svg className={styles.shareBar} aria-hidden="true" viewBox="0 0 44 6">
              <rect
                width={largestShare > 0 ? Math.max(0, Number(share) / largestShare) * 44 : 0}
                height="6"
                rx="1"
              />
            </svg>
            <span className={`small ${styles.shareFigure}`}>{formatShare(share)}</span>
          </>
        )}
      </td>
      <td className={styles.profitCell} title={hasCost ? own.moneyTitle(unrealized, currency) : undefined}>
        <span className={styles.profit}>
          <span className={change.change} data-variant={decimalVariant(unrealized)}>
            <span>{hasCost ? own.change(unrealized, currency) : '—'}</span>
          </span>
          <Percent written={written} hasCost={hasCost} className="small" />
        </span>
      </td>
      <td className={styles.realizedCell} title={own.moneyTitle(realized, currency)}>
        {realized === null || isZero(realized) ? '—' : own.change(realized, currency)}
      </td>
      <td className={styles.openCell}>
        <span className={styles.tools}>
          <WhyButton label={name} request={{ figure: 'value', coin: holding.coinId, ...asShown(figures) }} />
          <ChevronDown className="icon" aria-hidden="true" />
        </span>
      </td>
    </tr>
  );
}

/** The gain as a percentage of the cost, or a note that no cost is recorded. */
function Percent(props: { written: string; hasCost: boolean; className: string | undefined }) {
  const { written, hasCost, className } = props;
  if (!hasCost) return <span className={`meta ${className}`}>{noCost}</span>;
  return (
    <span className={`${change.change} ${className}`} data-variant={variantOfText(written)}>
      <span>{written}</span>
    </span>
  );
}

/** A short summary: `0.5 missing`, `2 problems`. */
function describeProblems(holding: LedgerHolding, own: OwnFigures): string {
  const { problems, symbol } = holding;
  const serious = problems.filter(isSerious);
  if (countUnlisted(holding) > 0) return `more than ${countOf(serious.length, 'problem')}`;
  const [only] = serious;
  if (serious.length > 1 || !only) return countOf(serious.length, 'problem');
  const missing = readMissingAmount(only.message, symbol);
  return missing === undefined ? '1 problem' : `${own.isHidden ? own.amount(missing) : missing} missing`;
}

function PriceMark({ holding: { priceState, priceAsOf } }: { holding: LedgerHolding }) {
  const mark = priceMarks[priceState];
  if (!mark) return null;
  return (
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
  );
}
