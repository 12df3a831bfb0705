import type { CoinId } from '#contract/units.ts';

/**
 * Tickers that mean the same coin on every supported exchange. Each entry: ticker and coin id, and for younger coins the
 * month before which they did not exist, so that the ticker was that of another.
 */
const rows = `
BTC bitcoin, ETH ethereum, USDT tether, XRP ripple, BNB binancecoin, SOL solana 2020-03, USDC usd-coin,
DOGE dogecoin, ADA cardano, TRX tron, AVAX avalanche-2 2020-07, SHIB shiba-inu, DOT polkadot, LINK chainlink,
BCH bitcoin-cash, NEAR near 2020-08, LTC litecoin, UNI uniswap 2020-09, ICP internet-computer 2021-05,
ETC ethereum-classic, APT aptos 2022-10, XLM stellar, ATOM cosmos, FIL filecoin, HBAR hedera-hashgraph,
XMR monero, ARB arbitrum 2023-03, OP optimism 2022-05, IMX immutable-x 2021-09, INJ injective-protocol,
VET vechain, GRT the-graph 2020-10, AAVE aave, ALGO algorand, SAND the-sandbox 2020-08, MANA decentraland,
AXS axie-infinity 2020-10, XTZ tezos, EGLD elrond-erd-2, THETA theta-token, FLOW flow 2020-09, SNX havven,
MKR maker, CRV curve-dao-token 2020-08, RUNE thorchain, KSM kusama, ZEC zcash, DASH dash, NEO neo, CHZ chiliz,
ENJ enjincoin, BAT basic-attention-token, COMP compound-governance-token 2020-06, ZRX 0x,
YFI yearn-finance 2020-07, SUSHI sushi 2020-08, 1INCH 1inch, LRC loopring, QTUM qtum, WAVES waves, ZIL zilliqa,
ICX icon, ONT ontology, KAVA kava, BAL balancer, OMG omisego, STORJ storj, KNC kyber-network-crystal,
BNT bancor, REP augur, CRO crypto-com-chain, KCS kucoin-shares, OKB okb, LEO leo-token 2019-05,
WBTC wrapped-bitcoin, STETH staked-ether, WETH weth, BUSD binance-usd, TUSD true-usd, PAXG pax-gold,
GALA gala 2020-09, APE apecoin 2022-03, LDO lido-dao 2020-12, RPL rocket-pool,
ENS ethereum-name-service 2021-11, PEPE pepe 2023-04, SUI sui 2023-04, SEI sei-network 2023-08,
TIA celestia 2023-10, WLD worldcoin-wld 2023-07, BONK bonk 2022-12, JUP jupiter-exchange-solana 2024-01,
PYTH pyth-network 2023-11, STX blockstack 2019-07, KAS kaspa 2021-11, TON the-open-network 2020-07,
QNT quant-network, HNT helium, MINA mina-protocol, ANKR ankr, SKL skale, AUDIO audius,
MASK mask-network 2021-02, CELO celo, HOT holotoken, SC siacoin, DGB digibyte, RVN ravencoin, XEM nem, LSK lisk,
DCR decred, BTG bitcoin-gold, BSV bitcoin-cash-sv, IOTA iota, GUSD gemini-dollar, PYUSD paypal-usd,
DYDX dydx-chain, FLR flare-networks, SGB songbird 2021-09, LUNC terra-luna, WIF dogwifcoin 2023-11,
FLOKI floki 2021-06, STRK starknet 2024-02
`;

export interface WellKnownCoin {
  readonly coinId: CoinId;
  /** The month (UTC) before which it did not exist, such as `2022-10`; empty if no date is known. */
  readonly from: string;
}

const coins: ReadonlyMap<string, WellKnownCoin> = new Map(
  rows
    .trim()
    .split(/,\s*/)
    .map((row): [string, WellKnownCoin] => {
      const [ticker = '', coinId = '', from = ''] = row.trim().split(' ');
      return [ticker, { coinId, from }];
    }),
);

/** The coin that a ticker stands for everywhere; undefined for other tickers. */
export const findWellKnown = (ticker: string): WellKnownCoin | undefined => coins.get(ticker);
