import { wordsPattern } from './words-pattern.ts';

/** Subjects that are neither a coin nor a category, with their phrases (see `wordsPattern`). */
const themes: Readonly<Record<string, readonly string[]>> = {
  ETFs: ['ETF', 'exchange traded fund'],
  Stablecoins: ['stablecoin', 'USDT', 'USDC', 'PYUSD', 'depeg*'],
  'Interest rates': [
    'Fed',
    'Federal Reserve',
    'FOMC',
    'interest rate',
    'rate cut',
    'rate hike',
    'rate decision',
    'ECB',
    'Powell',
  ],
  Inflation: ['inflation', 'CPI', 'PPI'],
  Tariffs: ['tariff', 'trade war'],
  'Hacks and exploits': [
    'hack',
    'hacked',
    'hacker',
    'exploit',
    'exploited',
    'exploiter',
    'heist',
    'stolen',
    'drained',
    'rug pull',
  ],
  Scams: ['scam', 'scammer', 'fraud', 'Ponzi', 'phishing', 'pig butchering'],
  Staking: ['staking', 'staked', 'restaking', 'validator'],
  Mining: ['mining', 'miner', 'hashrate'],
  Memecoins: ['memecoin', 'meme coin', 'meme token'],
  Airdrops: ['airdrop'],
  Tokenization: ['tokenization', 'tokenisation', 'tokenized', 'tokenised', 'RWA', 'real world asset'],
  'Artificial intelligence': ['AI', 'artificial intelligence', 'AI agent', 'OpenAI', 'Nvidia'],
  'Prediction markets': ['prediction market', 'Polymarket', 'Kalshi'],
  'Corporate treasuries': [
    'treasury company',
    'corporate treasury',
    'bitcoin treasury',
    'ether treasury',
    'crypto treasury',
    'MicroStrategy',
    'Metaplanet',
    'BitMine',
  ],
  Exchanges: [
    'Coinbase',
    'Binance',
    'Kraken',
    'OKX',
    'Bybit',
    'Bitget',
    'KuCoin',
    'Upbit',
    'Robinhood',
    'crypto exchange',
  ],
  'Quantum computing': ['quantum'],
  Payments: ['payments', 'Visa', 'Mastercard', 'PayPal', 'Stripe', 'remittance'],
  Elections: ['election', 'midterms', 'super PAC'],
};

const patterns = Object.entries(themes).map(([name, phrases]) => [name, wordsPattern(phrases)] as const);

/** The subjects of a text. */
export function listThemes(text: string): string[] {
  return patterns.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));
}
