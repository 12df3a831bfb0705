import type { HoldingGain, MissingReason, PortfolioGains } from '#contract/portfolio-analytics.ts';
import { decimalVariant, formatDecimalPercent } from '#web/lib/decimal-formats.ts';
import { countOf, variantOfText } from '#web/lib/formats.ts';
import change from '#web/ui/change.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useLedgerCurrency, useLedgerHoldings } from '../ledger-currency.ts';
import { useOwnFigures } from '../own-figures.ts';
import { FigureRow, Part } from './analytics-parts.tsx';
import { findLedgerGains } from './ledger-gains.ts';

interface GainsPartProps {
  portfolioId: string;
  /** In US dollars. */
  gains: PortfolioGains | null;
  missing: MissingReason | null;
}

/** The best and worst holdings, in the currency of the portfolio's other figures. */
export function GainsPart({ portfolioId, gains, missing }: GainsPartProps) {
  const shown = useShownGains(portfolioId, gains);
  // The analytics count each position, the ledger each coin.
  const { counted, withoutCost } = shown?.gains ?? gains ?? { counted: 0, withoutCost: 0 };
  return (
    <Part title="Gains and losses" missing={missing}>
      {gains && (
        <>
          {counted < minCompared ? (
            <p className="muted small">
              The best and worst holdings appear here once three of them have a purchase price.
            </p>
          ) : (
            <Extremes shown={shown} />
          )}
          <p className="meta">
            P&L is value − invested, also shown as a percentage of invested. It doesn’t include taxes or coins
            already sold. Purchase fees are part of invested.
            {withoutCost > 0 &&
              ` ${countOf(withoutCost, 'holding')} whose cost isn’t known in full ${withoutCost === 1 ? 'is' : 'are'} not compared.`}
          </p>
        </>
      )}
    </Part>
  );
}

/** With fewer holdings, "best" and "worst" say nothing. */
const minCompared = 3;

interface ShownGains {
  readonly gains: PortfolioGains;
  readonly currency: string;
}

/**
 * The gains in the currency of the ledger: outside US dollars a cost is converted at the rate of its day, so a holding
 * may have gained in one currency and lost in another. Null until they have loaded.
 */
function useShownGains(portfolioId: string, inDollars: PortfolioGains | null): ShownGains | null {
  const { shown, isReady } = useLedgerCurrency(portfolioId);
  const { data: ledger, isError } = useLedgerHoldings(portfolioId);
  if (inDollars === null || !isReady) return null;
  const isInDollars = (isError && !ledger) || shown === 'USD' || ledger?.currency === 'USD';
  if (!ledger && !isInDollars) return null;
  const gains = ledger && !isInDollars ? findLedgerGains(ledger) : null;
  return gains && ledger ? { gains, currency: ledger.currency } : { gains: inDollars, currency: 'USD' };
}

const waitingRows = ['first', 'second', 'third', 'fourth'];

function Extremes({ shown }: { shown: ShownGains | null }) {
  if (!shown)
    return (
      <div aria-hidden="true">
        {waitingRows.map((row) => (
          <Skeleton key={row} height={48} />
        ))}
      </div>
    );
  const { gains, currency } = shown;
  const unit = currency === 'USD' ? 'dollars' : currency;
  return (
    <dl>
      <Gain name="Best in percent" gain={gains.bestByPercent} currency={currency} isPercent />
      <Gain name="Worst in percent" gain={gains.worstByPercent} currency={currency} isPercent />
      <Gain name={`Best in ${unit}`} gain={gains.bestByAmount} currency={currency} />
      <Gain name={`Worst in ${unit}`} gain={gains.worstByAmount} currency={currency} />
    </dl>
  );
}

interface GainProps {
  name: string;
  gain: HoldingGain;
  currency: string;
  isPercent?: boolean;
}

function Gain({ name, gain, currency, isPercent }: GainProps) {
  const own = useOwnFigures();
  const percent = formatDecimalPercent(gain.pnlPercent);
  const variant = isPercent ? variantOfText(percent) : decimalVariant(gain.pnl);
  const title = isPercent ? `${gain.pnlPercent}%` : own.moneyTitle(gain.pnl, currency);
  return (
    <FigureRow name={name} of={gain.name} title={title}>
      <span className={change.change} data-variant={variant}>
        <span>{isPercent ? percent : own.change(gain.pnl, currency)}</span>
      </span>
    </FigureRow>
  );
}
