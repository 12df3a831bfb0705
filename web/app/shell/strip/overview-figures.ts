import { formatCount, formatDominance } from '#web/lib/formats.ts';
import type { Money } from '#web/lib/money/money.ts';
import type { GlobalFigures } from '#web/market/queries.ts';
import type { Overlay } from '#web/ui/overlay/overlays.ts';

/** The figures of the strip. */
export type Figure = Extract<Overlay, { name: 'figure' }>['figure'];

export interface OverviewFigure {
  readonly id: Figure;
  readonly label: string;
  /** Replaces `label` on a phone until the strip is expanded. Until then, figures without one are hidden. */
  readonly short?: string;
  /** The explanation in the figure's popover. */
  readonly about: string;
  readonly format: (global: GlobalFigures, money: Money) => string;
  /** The exact figure, if `format` shortens it. */
  readonly exact?: (global: GlobalFigures, money: Money) => string | undefined;
}

export const overviewFigures: readonly OverviewFigure[] = [
  {
    id: 'market-cap',
    label: 'Total Market Cap',
    short: 'Market cap',
    about:
      'The price of every coin times its supply, added up, and how it changed in 24 hours. The top 100 coins make up about 95% of it.',
    format: (global, money) => money.overview(global.total_market_cap.usd),
    exact: (global, money) => money.exactAmount(global.total_market_cap.usd),
  },
  {
    id: 'volume',
    label: '24h Volume',
    about: 'Global trading: the value of all coins that changed hands on exchanges in the last 24 hours.',
    format: (global, money) => money.overview(global.total_volume.usd),
    exact: (global, money) => money.exactAmount(global.total_volume.usd),
  },
  {
    id: 'dominance',
    label: 'Bitcoin Dominance',
    short: 'BTC',
    about: 'Bitcoin’s share of the total market cap. It rises when bitcoin gains on the other coins.',
    format: (global) => formatDominance(global.market_cap_percentage.btc),
  },
  {
    id: 'active',
    label: 'Active Cryptos',
    about: 'How many coins are tracked: those that have a price and are traded at the moment.',
    format: (global) => formatCount(global.active_cryptocurrencies),
  },
];

/** The id of the button that explains a figure, next to which its popover opens. */
export const figureButtonId = (figure: Figure) => `figure-${figure}`;
