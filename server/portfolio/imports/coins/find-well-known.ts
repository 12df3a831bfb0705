import type { CoinId } from '#contract/units.ts';

/** Tickers that mean the same coin on every supported exchange. Each entry: ticker and coin id. */
const rows = `
BTC bitcoin, ETH ethereum, USDT tether, XRP ripple, BNB binancecoin, SOL solana, USDC usd-coin, DOGE dogecoin,
ADA cardano, TRX tron, AVAX avalanche-2, SHIB shiba-inu, DOT polkadot, LINK chainlink, BCH bitcoin-cash,
NEAR near, LTC litecoin, UNI uniswap, ICP internet-computer, ETC ethereum-classic, APT aptos, XLM stellar,
ATOM cosmos, FIL filecoin, HBAR hedera-hashgraph, XMR monero, ARB arbitrum, OP optimism, IMX immutable-x,
INJ injective-protocol, VET vechain, GRT the-graph, AAVE aave, ALGO algorand, SAND the-sandbox,
MANA decentraland, AXS axie-infinity, XTZ tezos, EGLD elrond-erd-2, THETA theta-token, FLOW flow, SNX havven,
MKR maker, CRV curve-dao-token, RUNE thorchain, KSM kusama, ZEC zcash, DASH dash, NEO neo, CHZ chiliz,
ENJ enjincoin, BAT basic-attention-token, COMP compound-governance-token, ZRX 0x, YFI yearn-finance, SUSHI sushi,
1INCH 1inch, LRC loopring, QTUM qtum, WAVES waves, ZIL zilliqa, ICX icon, ONT ontology, KAVA kava, BAL balancer,
OMG omisego, STORJ storj, KNC kyber-network-crystal, BNT bancor, REP augur, CRO crypto-com-chain, KCS kucoin-shares,
OKB okb, LEO leo-token, WBTC wrapped-bitcoin, STETH staked-ether, WETH weth, BUSD binance-usd, TUSD true-usd,
PAXG pax-gold, GALA gala, APE apecoin, LDO lido-dao, RPL rocket-pool, ENS ethereum-name-service, PEPE pepe, SUI sui,
SEI sei-network, TIA celestia, WLD worldcoin-wld, BONK bonk, JUP jupiter-exchange-solana, PYTH pyth-network,
STX blockstack, KAS kaspa, TON the-open-network, QNT quant-network, HNT helium, MINA mina-protocol, ANKR ankr,
SKL skale, AUDIO audius, MASK mask-network, CELO celo, HOT holotoken, SC siacoin, DGB digibyte, RVN ravencoin, XEM nem,
LSK lisk, DCR decred, BTG bitcoin-gold, BSV bitcoin-cash-sv, IOTA iota, GUSD gemini-dollar, PYUSD paypal-usd,
DYDX dydx-chain, FLR flare-networks, SGB songbird, LUNC terra-luna, WIF dogwifcoin, FLOKI floki, STRK starknet
`;

const coins: ReadonlyMap<string, CoinId> = new Map(
  rows
    .trim()
    .split(/,\s*/)
    .map((row) => row.trim().split(' ') as [string, string]),
);

/** The coin that a ticker stands for everywhere; undefined for other tickers. */
export const findWellKnown = (ticker: string): CoinId | undefined => coins.get(ticker);
