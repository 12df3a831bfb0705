import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import change from '#web/ui/change.module.css';
import card from '#web/ui/styles/card.module.css';
import { decimalVariant, formatDecimalPercent } from '../lib/decimal-formats.ts';
import { type OwnFigures, useOwnFigures } from './own-figures.ts';
import styles from './portfolio.module.css';

const countOf = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;
const isZero = (text: string) => !/[1-9]/.test(text);

/** The four figures of a portfolio, and what they leave out. */
export function PortfolioTotalsCards({ totals, holdings }: PortfolioPerformance) {
  const own = useOwnFigures();
  const coins = new Set(holdings.map(({ coinId }) => coinId)).size;
  const hasCost = !isZero(totals.invested);
  const figures: readonly TotalFigure[] = [
    { name: 'Total Value', text: totals.value, sub: countOf(coins, 'coin') },
    {
      name: 'Total P&L',
      text: totals.pnl,
      isChange: true,
      sub: hasCost ? `${formatDecimalPercent(totals.pnlPercent)} of invested` : 'no cost recorded',
    },
    { name: 'Total Invested', text: totals.invested, sub: 'at purchase prices' },
    {
      name: '24h Change',
      text: totals.change24h,
      isChange: true,
      sub: totals.change24hPercent === null ? 'not known' : formatDecimalPercent(totals.change24hPercent),
    },
  ];
  const isLong = figures.some((figure) => write(figure, own).length > roomy);
  return (
    <div className={styles.totals}>
      {/* One long figure makes all of them smaller: they are read beside each other. */}
      <dl className={`${card.card} ${styles.figureCards}`} data-long={isLong || undefined}>
        {figures.map((figure) => (
          <Figure key={figure.name} figure={figure} own={own} />
        ))}
      </dl>
      {totals.withoutCost > 0 && (
        <Note>
          <b className="figures">{own.money(totals.valueWithoutCost)}</b> of the value has no cost recorded (
          {countOf(totals.withoutCost, 'holding')}): all of it counts as profit.
        </Note>
      )}
      {totals.withoutPrice > 0 && (
        <Note>
          {countOf(totals.withoutPrice, 'holding')} without a price
          {!isZero(totals.investedWithoutPrice) && (
            <>
              , for which <b className="figures">{own.money(totals.investedWithoutPrice)}</b> was paid
            </>
          )}
          : in none of these figures.
        </Note>
      )}
    </div>
  );
}

interface TotalFigure {
  name: string;
  /** US dollars, as decimal text. */
  text: string | null;
  /** A gain or a loss: with its sign and colour. */
  isChange?: boolean;
  sub: string;
}

/** Figures longer than this are set smaller. */
const roomy = 13;

const write = ({ text, isChange }: TotalFigure, own: OwnFigures) =>
  isChange ? own.change(text) : own.money(text);

function Figure({ figure, own }: { figure: TotalFigure; own: OwnFigures }) {
  const { name, text, isChange, sub } = figure;
  return (
    <div className={styles.figureCard} data-part="figure">
      <dt>{name}</dt>
      <dd
        className={isChange ? `figures ${change.change}` : 'figures'}
        data-variant={isChange ? decimalVariant(text) : undefined}
        title={own.moneyTitle(text)}
      >
        <span>{write(figure, own)}</span>
      </dd>
      <dd className={`${styles.figureNote} figures`}>{sub}</dd>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className={`${styles.totalsNote} small muted`}>
      <Info className="icon iconSmall" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
