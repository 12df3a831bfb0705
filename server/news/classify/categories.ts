import type { NewsCategory } from '#contract/news.ts';
import type { ArticleText } from './article-text.ts';
import { wordsPattern } from './words-pattern.ts';

const list = (phrases: string) => phrases.split(',').map((phrase) => phrase.trim());

/**
 * The phrases of each category (see `wordsPattern`), in the order of results: most specific first. `Market` is also the
 * default.
 */
const rules: readonly (readonly [NewsCategory, readonly string[]])[] = [
  [
    'CBDC',
    list(
      'CBDC, central bank digital currenc*, digital euro, digital yuan, e-CNY, digital pound, digital dollar, digital rupee, digital ruble, digital won',
    ),
  ],
  [
    'Layer2',
    list(
      'layer 2, L2, rollup, zkEVM, Lightning Network, Arbitrum, OP Mainnet, OP Stack, Superchain, starknet, zkSync, Linea, Base network, sidechain',
    ),
  ],
  [
    'NFT',
    list(
      'NFT, non fungible, OpenSea, bored ape, cryptopunk, pudgy penguin, Magic Eden, digital collectible, ordinals, inscription',
    ),
  ],
  [
    'DeFi',
    list(
      'defi, decentralized finance, decentralised finance, DEX, decentralized exchange, liquidity pool, yield farming, lending protocol, liquid staking, restaking, TVL, total value locked, Uniswap, Aave, MakerDAO, Lido, Curve Finance, Pendle, Hyperliquid, EigenLayer, EigenCloud, flash loan, automated market maker',
    ),
  ],
  [
    'Regulation',
    list(
      'regulat*, SEC, CFTC, FinCEN, OFAC, ESMA, MiCA, FCA, FATF, DOJ, Department of Justice, IRS, lawsuit, sue, sued, court, judge, jury, sentenced, convicted, indict*, legislat*, lawmaker, Senate, senator, Congress, crypto bill, stablecoin bill, market structure bill, GENIUS Act, CLARITY Act, compliance, sanction, license, licence, tax, taxes, taxation, subpoena, money laundering, AML, KYC, policy, ban, banned',
    ),
  ],
  [
    'Ethereum',
    list('ethereum, ether, ETH, Vitalik, Buterin, Pectra, Fusaka, Glamsterdam, Beacon Chain, EIP'),
  ],
  ['Bitcoin', list('bitcoin, BTC, satoshi, Nakamoto, halving, Saylor, bitcoiner, sats')],
  [
    'Technology',
    list(
      'technology, tech, upgrade, hard fork, soft fork, mainnet, testnet, devnet, open source, developer, smart contract, zero knowledge, ZK proof, cryptograph*, quantum, consensus, validator, node operator, interoperab*, cross chain, wallet, vulnerabilit*, exploit, exploited, hack, hacked, hacker, heist, bug, outage, mining, miner, hashrate, data center',
    ),
  ],
  [
    'Innovation',
    list(
      'AI, artificial intelligence, tokeniz*, tokenis*, RWA, real world asset, DePIN, web3, metaverse, startup, raises, funding round, seed round, Series A, Series B, partner*, launches, unveils, introduces, pilot, prediction market',
    ),
  ],
  [
    'Market',
    list(
      'price, rally, rallies, rallied, sell off, surge, plunge, slump, slides, soars, jumps, drops, falls, rebound, ETF, inflow, outflow, trader, trading, futures, options, liquidation, liquidated, bull, bullish, bear, bearish, market, all time high, record high, support level, resistance, whale, volatility, Fed, FOMC, inflation, CPI, interest rate, rate cut, rate hike, rate decision, tariff',
    ),
  ],
];

const patterns = rules.map(([category, phrases]) => [category, wordsPattern(phrases)] as const);
const maxCategories = 3;

/**
 * An article's categories, most specific first: from its title and the publisher's tags, or from its summary if those
 * match nothing. One to three.
 */
export function listCategories({ title, summary, tags }: ArticleText): NewsCategory[] {
  const byTitle = listMatches([title, ...tags].join('\n'));
  const found = byTitle.length > 0 ? byTitle : listMatches(summary);
  return found.length > 0 ? found.slice(0, maxCategories) : ['Market'];
}

function listMatches(text: string): NewsCategory[] {
  return patterns.flatMap(([category, pattern]) => (pattern.test(text) ? [category] : []));
}
