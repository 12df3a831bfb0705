import type { ReactNode } from 'react';
import type {
  HoldingGain,
  MissingReason,
  PortfolioGains,
  PortfolioPast,
  PortfolioSpread,
} from '#contract/portfolio-analytics.ts';
import { decimalVariant, formatDecimalPercent, formatShare } from '#web/lib/decimal-formats.ts';
import { countOf, variantOfText } from '#web/lib/formats.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import change from '#web/ui/change.module.css';
import { Change } from '#web/ui/change.tsx';
import { formatDay } from '../format-day.ts';
import { useOwnFigures } from '../own-figures.ts';
import styles from './analytics.module.css';
import { describeWithoutPast, formatPlainPercent, formatRatio, missingWords } from './analytics-words.ts';

interface PartProps {
  title: string;
  /** Why there are no figures. */
  missing: MissingReason | null;
  children: ReactNode;
}

/** A group of figures, or the reason why there are none. */
function Part({ title, missing, children }: PartProps) {
  return (
    <div className={styles.part}>
      <h3 className="heading4">{title}</h3>
      {missing ? <p className="muted small">{missingWords[missing]}</p> : children}
    </div>
  );
}

interface RowProps {
  name: string;
  /** Details below the name: the holding, the day or the unit. */
  of: string;
  title?: string | undefined;
  children: ReactNode;
}

function Row({ name, of, title, children }: RowProps) {
  return (
    <div className={styles.row}>
      <dt>
        {name}
        <span className="meta">{of}</span>
      </dt>
      <dd className="figures" title={title}>
        {children}
      </dd>
    </div>
  );
}

/** The best and worst holdings. */
export function GainsPart({
  gains,
  missing,
}: {
  gains: PortfolioGains | null;
  missing: MissingReason | null;
}) {
  return (
    <Part title="Gains and losses" missing={missing}>
      {gains && (
        <>
          {gains.counted < minCompared ? (
            <p className="muted small">
              The best and worst holdings appear here once three of them have a purchase price.
            </p>
          ) : (
            <Extremes gains={gains} />
          )}
          <p className="meta">
            P&L is value − invested, also shown as a percentage of invested. It doesn’t include taxes or coins
            already sold. Purchase fees are part of invested.
            {gains.withoutCost > 0 &&
              ` ${countOf(gains.withoutCost, 'holding')} without a purchase price ${gains.withoutCost === 1 ? 'is' : 'are'} not compared.`}
          </p>
        </>
      )}
    </Part>
  );
}

/** With fewer holdings, "best" and "worst" say nothing. */
const minCompared = 3;

function Extremes({ gains }: { gains: PortfolioGains }) {
  const { isDollars, currency } = useMoney();
  const unit = isDollars ? 'dollars' : currency.code.toUpperCase();
  return (
    <dl>
      <Gain name="Best in percent" gain={gains.bestByPercent} isPercent />
      <Gain name="Worst in percent" gain={gains.worstByPercent} isPercent />
      <Gain name={`Best in ${unit}`} gain={gains.bestByAmount} />
      <Gain name={`Worst in ${unit}`} gain={gains.worstByAmount} />
    </dl>
  );
}

function Gain({ name, gain, isPercent }: { name: string; gain: HoldingGain; isPercent?: boolean }) {
  const own = useOwnFigures();
  const percent = formatDecimalPercent(gain.pnlPercent);
  const variant = isPercent ? variantOfText(percent) : decimalVariant(gain.pnl);
  return (
    <Row name={name} of={gain.name} title={isPercent ? `${gain.pnlPercent}%` : own.moneyTitle(gain.pnl)}>
      <span className={change.change} data-variant={variant}>
        <span>{isPercent ? percent : own.change(gain.pnl)}</span>
      </span>
    </Row>
  );
}

/** How concentrated the value is. */
export function SpreadPart({
  spread,
  missing,
}: {
  spread: PortfolioSpread | null;
  missing: MissingReason | null;
}) {
  const own = useOwnFigures();
  return (
    <Part title="Diversification" missing={missing}>
      {spread && (
        <>
          <dl>
            <Row
              name="Largest share"
              of={`${spread.largest.name}, ${own.shortMoney(spread.largest.value)}`}
              title={own.moneyTitle(spread.largest.value)}
            >
              {formatShare(spread.largest.sharePercent)}
            </Row>
            <Row name="Concentration" of="Herfindahl–Hirschman index" title={spread.concentration}>
              {formatRatio(spread.concentration, 3)}
            </Row>
            <Row
              name="Effective holdings"
              of={`as if evenly split; ${countOf(spread.coins, 'coin')} held`}
              title={spread.equalHoldings}
            >
              {formatRatio(spread.equalHoldings, 2)}
            </Row>
          </dl>
          <p className="meta">
            The index is the sum of the coins’ squared shares: 1 means that everything is in one coin. Its
            inverse is the number of effective holdings. Neither shows that coins often fall together.
          </p>
        </>
      )}
    </Part>
  );
}

/** Drawdown and volatility of what today's amounts would have been worth in the past. */
export function PastPart({ past, missing }: { past: PortfolioPast | null; missing: MissingReason | null }) {
  const without = past && describeWithoutPast(past);
  return (
    <Part title="History" missing={missing}>
      {past && (
        <>
          <dl>
            <Row name="Maximum drawdown" of={describeFall(past.maxDrawdown)}>
              <Change value={past.maxDrawdown.percent} />
            </Row>
            <Row
              name="Volatility"
              of={`per day; ${formatPlainPercent(past.volatility.annual)} per year`}
              title="Standard deviation of the daily changes; × √365 per year"
            >
              {formatPlainPercent(past.volatility.daily)}
            </Row>
            <Row name="Best day" of={formatDay(past.bestDay.date)}>
              <Change value={past.bestDay.percent} />
            </Row>
            <Row name="Worst day" of={formatDay(past.worstDay.date)}>
              <Change value={past.worstDay.percent} />
            </Row>
          </dl>
          <p className="meta">
            Today’s amounts at each day’s first prices (UTC), {formatDay(past.from)} to {formatDay(past.to)}.
            Drawdown is the deepest fall from a high. A day’s change is measured to the next day’s first
            prices; volatility is the standard deviation of these changes, × √365 per year. None of it
            predicts the future.
            {without && ` ${without}`}
          </p>
        </>
      )}
    </Part>
  );
}

function describeFall({ from, to }: PortfolioPast['maxDrawdown']): string {
  return from && to ? `${formatDay(from)} to ${formatDay(to)}` : 'never below an earlier high';
}
