import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { simulatedCoins } from '../server/market/simulator/coins/simulated-coins.ts';
import { createExtremes } from '../server/market/simulator/prices/extremes.ts';
import { createPricePath } from '../server/market/simulator/prices/price-path.ts';
import { defaultSeed } from '../server/market/simulator/simulated-market.ts';

// node scripts/make-known-extremes.mjs: finds the demo market's all-time highs and lows again. Run it after changing its
// coins or prices.

const through = Date.UTC(2026, 9, 1);
const extremesOf = createExtremes(createPricePath(defaultSeed));
const lines = simulatedCoins.map((coin) => {
  const { high, low } = extremesOf(coin, through);
  const name = /^[a-z]\w*$/.test(coin.id) ? coin.id : `'${coin.id}'`;
  return `  ${name}: [${high.at / 1000}, ${low.at / 1000}],`;
});
writeFileSync(
  fileURLToPath(new URL('../server/market/simulator/prices/known-extremes.ts', import.meta.url)),
  `import type { CoinId, Instant } from '#contract/units.ts';

/**
 * The extremes of the default seed are known up to this instant, because searching years of prices would more than
 * double a server's start time.
 */
export const knownThrough: Instant = ${through};

/**
 * When each coin had its highest and its lowest price up to that instant, in seconds since 1970. Made by
 * \`scripts/make-known-extremes.mjs\`.
 */
export const knownExtremes: Readonly<Record<CoinId, readonly [number, number]>> = {
${lines.join('\n')}
};
`,
);
