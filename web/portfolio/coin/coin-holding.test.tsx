import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CoinHolding } from './coin-holding.tsx';
import type { CoinHolding as Holding } from './sum-coin-holding.ts';

const holding: Holding = {
  currency: 'USD',
  amount: '500',
  value: '230.5',
  averageCost: null,
  unrealized: null,
  lacksRate: false,
};
const render = (own: Partial<Holding>) =>
  renderToStaticMarkup(<CoinHolding holding={{ ...holding, ...own }} symbol="ada" />);

describe('the holding on a coin page', () => {
  it('shows the average cost', () => {
    const page = render({ averageCost: '0.4', unrealized: '30.5' });
    expect(page).toContain('$0.40');
    expect(page).not.toContain('No cost recorded');
  });

  it('says that no cost is recorded, as the portfolio page does', () => {
    expect(render({})).toContain('Average cost</dt><dd>No cost recorded');
  });

  it('does not say so of a cost that is only missing an exchange rate', () => {
    expect(render({ lacksRate: true })).not.toContain('No cost recorded');
  });
});
