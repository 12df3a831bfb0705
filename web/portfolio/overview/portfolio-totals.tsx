import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import type { ProvenFigure } from '#contract/ledger/proof.ts';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import { decimalVariant, formatDecimalPercent } from '#web/lib/decimal-formats.ts';
import { countOf } from '#web/lib/formats.ts';
import { isWide } from '#web/lib/money/currency.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import change from '#web/ui/change.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import card from '#web/ui/styles/card.module.css';
import { lacksRates } from '../ledger-currency.ts';
import { inSentence } from '../methods/method-words.ts';
import { type OwnFigures, useOwnFigures } from '../own-figures.ts';
import { asShown, WhyButton } from '../proof/why-button.tsx';
import styles from './overview.module.css';
import {
  explainNoPercent,
  isProven,
  readCostWithoutPrice,
  readTotals,
  type TotalFigure,
} from './read-totals.ts';

interface PortfolioTotalsProps {
  performance: PortfolioPerformance;
  /** Undefined until loaded, and if it could not be loaded. */
  ledger: LedgerHoldings | undefined;
  /** The ledger's totals may still arrive. */
  isLoading: boolean;
}

/** The four totals of a portfolio, with a note on what they leave out. */
export function PortfolioTotals({ performance, ledger, isLoading }: PortfolioTotalsProps) {
  const own = useOwnFigures();
  const money = useMoney();
  const { currency, figures } = readTotals(performance, ledger, !money.isDollars);
  /** In another currency only the value is known until then. */
  const isWaiting = isLoading && !ledger && !money.isDollars;
  const costWithoutPrice = readCostWithoutPrice(performance, ledger, !money.isDollars);
  const { totals } = performance;
  const coins = new Set(performance.holdings.map(({ coinId }) => coinId)).size;
  const isLong = figures.some((figure) => write(figure, own, currency).length > maxLargeLength);
  const realized = ledger?.totals.realized ?? null;
  const unknownGain = ledger?.totals.unknownGain ?? 0;
  const more: Readonly<Record<TotalFigure['name'], ReactNode>> = {
    'Total Value': (
      <>
        {countOf(coins, 'coin')} <Freshness asOf={performance.asOf} />
      </>
    ),
    'Total P&L': (
      <>
        <span>
          {figures[1].percent === null
            ? explainNoPercent(figures[1].text, totals)
            : formatDecimalPercent(figures[1].percent)}
        </span>
        {realized !== null && (
          // A line of its own would move what is below when it arrives.
          <span
            className={styles.realized}
            title={
              unknownGain > 0
                ? `Realized gains leave out ${countOf(unknownGain, 'disposal')} without a known gain.`
                : undefined
            }
          >
            realized {own.change(realized, currency)}{' '}
            {ledger && <WhyButton label="Realized" request={{ figure: 'realized', ...asShown(ledger) }} />}
          </span>
        )}
      </>
    ),
    'Total Invested': ledger ? `by ${inSentence(ledger.method)}` : 'at purchase prices',
    '24h Change': figures[3].percent === null ? 'not known' : formatDecimalPercent(figures[3].percent),
  };
  return (
    <div className={styles.totalsPart}>
      {/* One long figure makes all of them smaller, because they are compared. */}
      <dl
        className={`${card.card} ${styles.totals}`}
        data-long={isLong || undefined}
        data-wide={isWide(money.currency) || undefined}
      >
        {figures.map((figure) =>
          isWaiting && figure.name !== 'Total Value' ? (
            <AwaitedTotal key={figure.name} name={figure.name} />
          ) : (
            <div key={figure.name} className={styles.total} data-part="figure">
              <dt>
                {figure.name} <Why figure={figure} performance={performance} ledger={ledger} />
              </dt>
              <dd
                className={figure.isChange ? `${styles.totalFigure} ${change.change}` : styles.totalFigure}
                data-variant={figure.isChange ? decimalVariant(figure.text) : undefined}
                title={own.moneyTitle(figure.text, currency)}
              >
                <span>{write(figure, own, currency)}</span>
              </dd>
              <dd className={styles.totalMore}>{more[figure.name]}</dd>
            </div>
          ),
        )}
      </dl>
      {/* Shown before the ledger has loaded, too, so that nothing moves when it has. */}
      {(ledger ? ledger.currency !== 'USD' : !money.isDollars) && (
        <Note>
          Figures in <b>{ledger?.currency ?? money.currency.code.toUpperCase()}</b>: costs at each day’s rate,
          values at today’s rate.
          {ledger &&
            lacksRates(ledger) &&
            ' Some days have no exchange rate: what was paid or received on them is left out.'}
        </Note>
      )}
      {ledger && ledger.currency === 'USD' && !money.isDollars && (
        <Note>
          This portfolio’s figures are in <b>US dollars</b>, because some of its days have no{' '}
          {money.currency.code.toUpperCase()} exchange rate.
        </Note>
      )}
      {totals.withoutCost > 0 && (
        <Note>
          <WithoutCost totals={totals} currency={ledger?.currency === 'USD' ? 'USD' : undefined} />
        </Note>
      )}
      {totals.withoutPrice > 0 && (
        <Note>
          {countOf(totals.withoutPrice, 'holding')} without a price
          {costWithoutPrice && (
            <>
              , for which{' '}
              <b className="figures">{own.money(costWithoutPrice.amount, costWithoutPrice.currency)}</b> was
              paid
            </>
          )}
          : not included in these figures.
        </Note>
      )}
    </div>
  );
}

/** A total that has not arrived, as high as one that has. */
function AwaitedTotal({ name }: Pick<TotalFigure, 'name'>) {
  return (
    <div className={styles.total} data-part="figure">
      <dt>{name}</dt>
      <dd className={`${styles.totalFigure} ${styles.awaited}`}>
        <span className="visuallyHidden">Loading</span>
        <Skeleton width="60%" height={24} />
      </dd>
      <dd className={styles.totalMore}>{'\u00a0'}</dd>
    </div>
  );
}

interface WithoutCostProps {
  totals: PortfolioPerformance['totals'];
  /** Undefined: shown in the reader's currency. */
  currency: string | undefined;
}

/** How holdings without a cost affect the profit, and how to fix it. If more was sold than bought, it is a loss. */
function WithoutCost({ totals: { valueWithoutCost, withoutCost }, currency }: WithoutCostProps) {
  const own = useOwnFigures();
  const isNegative = valueWithoutCost.startsWith('-');
  const [kind, step] = isNegative
    ? ['a loss', 'Add the missing purchases']
    : ['profit', withoutCost === 1 ? 'Enter what you paid for it' : 'Enter what you paid for them'];
  return (
    <>
      Total P&L counts <b className="figures">{own.money(valueWithoutCost.replace('-', ''), currency)}</b> as{' '}
      {kind}, because {countOf(withoutCost, 'holding')} {withoutCost === 1 ? 'has' : 'have'} no recorded cost.{' '}
      {step} to correct this.
    </>
  );
}

/** Figures with more characters than this are set smaller. */
const maxLargeLength = 13;

const write = ({ text, isChange }: TotalFigure, own: OwnFigures, currency: string | undefined) =>
  isChange ? own.change(text, currency) : own.money(text, currency);

/** The ledger total behind each figure. The 24h change has none. */
const proven = {
  'Total Value': 'value',
  'Total P&L': 'unrealized',
  'Total Invested': 'costBasis',
} as const satisfies Partial<Record<TotalFigure['name'], ProvenFigure>>;

function Why({
  figure: { name },
  performance,
  ledger,
}: Omit<PortfolioTotalsProps, 'isLoading'> & { figure: TotalFigure }) {
  if (!ledger || name === '24h Change') return null;
  const request = { figure: proven[name], ...asShown(ledger) };
  if (name === 'Total Value' || isProven(performance.totals, ledger))
    return <WhyButton label={name} request={request} />;
  // Without every cost and price, no ledger total is the profit or cost shown.
  return <WhyButton label={name} request={{ ...request, explained: name }} />;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className={`${styles.totalsNote} small muted`}>
      <Info className="icon iconSmall" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
