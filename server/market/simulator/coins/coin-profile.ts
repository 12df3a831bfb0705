import type { Coin } from '#contract/market.ts';

interface Links {
  readonly homepage?: string;
  readonly explorer?: string;
  readonly github?: string;
}

/* One or two plain sentences about the best-known coins, in our own words: what it is, not what it is worth. */
const texts: Record<string, string> = {
  bitcoin:
    'Bitcoin is the first decentralised digital money, running since 2009 without a bank or a company behind it. New coins go to the miners who secure its ledger, and there will never be more than 21 million.',
  ethereum:
    'Ethereum is a public network for programs known as smart contracts. Ether pays for running them and is staked by the validators who keep the network in agreement.',
  tether:
    'Tether is a stablecoin that aims to be worth one US dollar, issued by a company that holds reserves against it. It is used on many networks as a stand-in for dollars.',
  ripple:
    'XRP is the native coin of the XRP Ledger, a network made for fast and cheap payments between currencies. All of its 100 billion coins were made at the start.',
  binancecoin:
    'BNB pays the fees on BNB Chain and gives discounts on the exchange that introduced it in 2017. Part of the supply is burned every quarter.',
  solana:
    'Solana is a network for smart contracts built for many cheap transactions a second. SOL pays its fees and is staked by its validators.',
  'usd-coin':
    'USDC is a stablecoin that aims to be worth one US dollar, backed by cash and short-term government debt that its issuer reports on every month.',
  dogecoin:
    'Dogecoin began in 2013 as a joke about a popular picture of a dog and became one of the most widely held coins. It is mined together with Litecoin and has no limit of supply.',
  cardano:
    'Cardano is a proof-of-stake network for smart contracts whose design is published as research before it is built. ADA pays its fees and its stakers.',
  tron: 'TRON is a network for smart contracts with low fees, much used for moving stablecoins. TRX pays for its bandwidth and is staked to elect its block producers.',
  'staked-ether':
    'Lido Staked Ether stands for ether that was staked through Lido. Its balance grows with the staking rewards, so that its price stays near that of ether.',
  'wrapped-bitcoin':
    'Wrapped Bitcoin is a token on Ethereum that stands for bitcoin held by custodians, one for one, so that bitcoin can be used in programs there.',
  'wrapped-steth':
    'Wrapped stETH holds Lido Staked Ether in a form whose balance does not change: the rewards show in its price instead.',
  hyperliquid:
    'Hyperliquid is a network made for an exchange of perpetual futures with an open order book. HYPE pays for fees and staking on it.',
  sui: 'Sui is a smart-contract network that treats everything it keeps as objects with an owner, so that unrelated transactions can run side by side.',
  chainlink:
    'Chainlink is a network of oracles: it carries prices and other facts from outside to smart contracts. LINK pays the operators who deliver them.',
  'avalanche-2':
    'Avalanche is a smart-contract network on which anyone can start a chain of their own. AVAX pays fees, which are burned, and is staked by validators.',
  stellar:
    'Stellar is a payment network for moving money across borders in any currency. Lumens (XLM) pay its very small fees.',
  'leo-token':
    'LEO is the token of the exchange Bitfinex. It lowers fees there and is bought back and burned from its income.',
  'bitcoin-cash':
    'Bitcoin Cash split from Bitcoin in 2017 over the size of blocks: it has larger ones, so that payments stay cheap.',
  'the-open-network':
    'Toncoin is the coin of The Open Network, a smart-contract network that is built into the Telegram messenger as a wallet.',
  'shiba-inu':
    'Shiba Inu is a token on Ethereum named after a breed of dog. It began as a meme in 2020 and now has its own exchange and layer-2 network.',
  'hedera-hashgraph':
    'Hedera is a public network that reaches agreement by a hashgraph instead of a chain of blocks. A council of companies runs its nodes.',
  usds: 'USDS is the dollar stablecoin of the Sky protocol, the successor of Maker. It is made against collateral held in smart contracts.',
  litecoin:
    'Litecoin is one of the oldest coins, made in 2011 from the code of Bitcoin with blocks four times as frequent and a limit of 84 million coins.',
  weth: 'Wrapped Ether is ether in the form of an ordinary token, one for one, for programs that can only handle tokens.',
  polkadot:
    'Polkadot connects many specialised chains and secures them together. DOT is staked, votes on changes, and pays for room on the network.',
  monero:
    'Monero is a coin for private payments: sender, receiver and amount of a transaction are hidden from everyone else.',
  pepe: 'Pepe is a meme token on Ethereum that began in 2023, named after a cartoon frog. It promises nothing and does nothing.',
  uniswap:
    'Uniswap is an exchange made of smart contracts, where traders swap tokens against pools that anyone can fill. UNI holders vote on its rules.',
  dai: 'Dai is a dollar stablecoin made against collateral in smart contracts, without a company that holds dollars.',
  aptos:
    'Aptos is a smart-contract network in the Move language, begun by engineers of a former payment project of Meta.',
  bittensor:
    'Bittensor pays for machine learning: its subnets reward those who run models by how useful the others find their answers.',
  near: 'NEAR is a smart-contract network that divides its work among shards and gives accounts readable names.',
  okb: 'OKB is the token of the exchange OKX, used for lower fees there and on its own network.',
  'internet-computer':
    'The Internet Computer runs whole web applications, pages included, as smart contracts on a network of data centres.',
  'ondo-finance':
    'Ondo brings funds of government debt onto public networks as tokens. ONDO holders vote on its protocol.',
  'ethereum-classic':
    'Ethereum Classic is the original Ethereum chain, kept by those who did not accept the reversal of a theft in 2016. It is still mined.',
  aave: 'Aave is a market for lending and borrowing made of smart contracts. AAVE holders vote on its rules and insure it.',
  kaspa:
    'Kaspa is a mined coin that keeps blocks found at the same time instead of throwing them away, and so makes several a second.',
  'crypto-com-chain':
    'Cronos is the network of the exchange Crypto.com. CRO pays its fees and gives discounts on the exchange.',
  mantle:
    'Mantle is a layer-2 network on Ethereum that keeps its data in a separate place to lower its fees.',
  'render-token':
    'Render connects artists who need pictures computed with owners of idle graphics cards, who are paid in RENDER.',
  vechain: 'VeChain is a network for tracing goods and their papers through supply chains.',
  cosmos:
    'The Cosmos Hub is the first chain of a family of independent ones that can send tokens to one another. ATOM is staked to secure it.',
  'polygon-ecosystem-token':
    'POL pays fees and is staked on Polygon, a family of cheaper chains beside Ethereum. It replaced MATIC.',
  ethena: 'Ethena makes a synthetic dollar out of staked ether and futures. ENA holders vote on its rules.',
  algorand: 'Algorand is a proof-of-stake network that draws a small random committee for every block.',
  filecoin:
    'Filecoin is a market for storing files, where FIL pays those who prove that they still keep them.',
  celestia: 'Celestia sells room for data to other chains, which leave only this part of their work to it.',
  arbitrum:
    'Arbitrum is a layer-2 network: it runs the programs of Ethereum more cheaply and settles the results there.',
  optimism:
    'Optimism is a layer-2 network on Ethereum whose code many other chains share. OP holders vote on it.',
  maker:
    'Maker is the protocol behind the stablecoin Dai. MKR holders voted on its rules and stood in for its losses.',
  bonk: 'Bonk is a meme token on Solana, given away to its users at the end of 2022.',
  dogwifcoin: 'dogwifhat is a meme token on Solana: a dog with a hat.',
  'the-graph':
    'The Graph indexes the data of public networks, so that applications can query it. GRT pays its indexers.',
  'injective-protocol':
    'Injective is a network for trading and lending applications with an order book built in.',
  'fetch-ai':
    'FET is the joint token of an alliance of projects for software agents and open machine learning.',
  'tether-gold': 'Tether Gold stands for one troy ounce of gold in a Swiss vault.',
  'pax-gold': 'PAX Gold stands for one troy ounce of gold in a London vault.',
  thorchain:
    'THORChain swaps coins of different networks without wrapping them. RUNE stands on one side of every swap.',
  tezos: 'Tezos is a proof-of-stake network that changes its own rules by votes of its stakers.',
  zcash:
    'Zcash is a coin with optional privacy: shielded payments prove that they are valid without showing anything else.',
  'lido-dao': 'Lido stakes ether for its users and gives them a token for it. LDO holders vote on how.',
};

/* Only addresses that are well known and stable. */
const links: Record<string, Links> = {
  bitcoin: {
    homepage: 'https://bitcoin.org',
    explorer: 'https://mempool.space',
    github: 'https://github.com/bitcoin/bitcoin',
  },
  ethereum: {
    homepage: 'https://ethereum.org',
    explorer: 'https://etherscan.io',
    github: 'https://github.com/ethereum/go-ethereum',
  },
  tether: { homepage: 'https://tether.to' },
  ripple: {
    homepage: 'https://xrpl.org',
    explorer: 'https://xrpscan.com',
    github: 'https://github.com/XRPLF/rippled',
  },
  binancecoin: {
    homepage: 'https://www.bnbchain.org',
    explorer: 'https://bscscan.com',
    github: 'https://github.com/bnb-chain/bsc',
  },
  solana: {
    homepage: 'https://solana.com',
    explorer: 'https://explorer.solana.com',
    github: 'https://github.com/solana-labs/solana',
  },
  'usd-coin': { homepage: 'https://www.circle.com/usdc' },
  dogecoin: {
    homepage: 'https://dogecoin.com',
    explorer: 'https://blockchair.com/dogecoin',
    github: 'https://github.com/dogecoin/dogecoin',
  },
  cardano: {
    homepage: 'https://cardano.org',
    explorer: 'https://cardanoscan.io',
    github: 'https://github.com/IntersectMBO/cardano-node',
  },
  tron: {
    homepage: 'https://tron.network',
    explorer: 'https://tronscan.org',
    github: 'https://github.com/tronprotocol/java-tron',
  },
  'staked-ether': {
    homepage: 'https://lido.fi',
    explorer: 'https://etherscan.io',
    github: 'https://github.com/lidofinance/lido-dao',
  },
  'wrapped-steth': {
    homepage: 'https://lido.fi',
    explorer: 'https://etherscan.io',
    github: 'https://github.com/lidofinance/lido-dao',
  },
  'lido-dao': {
    homepage: 'https://lido.fi',
    explorer: 'https://etherscan.io',
    github: 'https://github.com/lidofinance/lido-dao',
  },
  'wrapped-bitcoin': {
    homepage: 'https://www.wbtc.network',
    explorer: 'https://etherscan.io',
    github: 'https://github.com/WrappedBTC',
  },
  hyperliquid: { homepage: 'https://hyperfoundation.org' },
  sui: {
    homepage: 'https://sui.io',
    explorer: 'https://suiscan.xyz',
    github: 'https://github.com/MystenLabs/sui',
  },
  chainlink: {
    homepage: 'https://chain.link',
    explorer: 'https://etherscan.io',
    github: 'https://github.com/smartcontractkit/chainlink',
  },
  'avalanche-2': {
    homepage: 'https://www.avax.network',
    explorer: 'https://snowtrace.io',
    github: 'https://github.com/ava-labs/avalanchego',
  },
  stellar: {
    homepage: 'https://stellar.org',
    explorer: 'https://stellar.expert',
    github: 'https://github.com/stellar/stellar-core',
  },
  'bitcoin-cash': {
    homepage: 'https://bitcoincash.org',
    explorer: 'https://blockchair.com/bitcoin-cash',
    github: 'https://github.com/bitcoin-cash-node/bitcoin-cash-node',
  },
  'the-open-network': {
    homepage: 'https://ton.org',
    explorer: 'https://tonscan.org',
    github: 'https://github.com/ton-blockchain/ton',
  },
  'shiba-inu': { homepage: 'https://shibatoken.com', explorer: 'https://etherscan.io' },
  'hedera-hashgraph': {
    homepage: 'https://hedera.com',
    explorer: 'https://hashscan.io',
    github: 'https://github.com/hashgraph/hedera-services',
  },
  litecoin: {
    homepage: 'https://litecoin.org',
    explorer: 'https://blockchair.com/litecoin',
    github: 'https://github.com/litecoin-project/litecoin',
  },
  polkadot: {
    homepage: 'https://polkadot.com',
    explorer: 'https://polkadot.subscan.io',
    github: 'https://github.com/paritytech/polkadot-sdk',
  },
  monero: {
    homepage: 'https://www.getmonero.org',
    explorer: 'https://xmrchain.net',
    github: 'https://github.com/monero-project/monero',
  },
  uniswap: {
    homepage: 'https://uniswap.org',
    explorer: 'https://etherscan.io',
    github: 'https://github.com/Uniswap',
  },
  dai: {
    homepage: 'https://makerdao.com',
    explorer: 'https://etherscan.io',
    github: 'https://github.com/makerdao',
  },
  maker: {
    homepage: 'https://makerdao.com',
    explorer: 'https://etherscan.io',
    github: 'https://github.com/makerdao',
  },
  aptos: {
    homepage: 'https://aptosfoundation.org',
    explorer: 'https://explorer.aptoslabs.com',
    github: 'https://github.com/aptos-labs/aptos-core',
  },
  bittensor: { homepage: 'https://bittensor.com', github: 'https://github.com/opentensor/bittensor' },
  near: {
    homepage: 'https://near.org',
    explorer: 'https://nearblocks.io',
    github: 'https://github.com/near/nearcore',
  },
  'internet-computer': {
    homepage: 'https://internetcomputer.org',
    explorer: 'https://dashboard.internetcomputer.org',
    github: 'https://github.com/dfinity/ic',
  },
  'ethereum-classic': {
    homepage: 'https://ethereumclassic.org',
    explorer: 'https://blockscout.com/etc/mainnet',
    github: 'https://github.com/etclabscore/core-geth',
  },
  aave: { homepage: 'https://aave.com', explorer: 'https://etherscan.io', github: 'https://github.com/aave' },
  kaspa: {
    homepage: 'https://kaspa.org',
    explorer: 'https://explorer.kaspa.org',
    github: 'https://github.com/kaspanet/rusty-kaspa',
  },
  cosmos: {
    homepage: 'https://cosmos.network',
    explorer: 'https://www.mintscan.io/cosmos',
    github: 'https://github.com/cosmos/gaia',
  },
  algorand: { homepage: 'https://algorand.co', github: 'https://github.com/algorand/go-algorand' },
  filecoin: {
    homepage: 'https://filecoin.io',
    explorer: 'https://filfox.info',
    github: 'https://github.com/filecoin-project/lotus',
  },
  celestia: {
    homepage: 'https://celestia.org',
    explorer: 'https://celenium.io',
    github: 'https://github.com/celestiaorg/celestia-node',
  },
  arbitrum: {
    homepage: 'https://arbitrum.io',
    explorer: 'https://arbiscan.io',
    github: 'https://github.com/OffchainLabs/nitro',
  },
  optimism: {
    homepage: 'https://www.optimism.io',
    explorer: 'https://optimistic.etherscan.io',
    github: 'https://github.com/ethereum-optimism/optimism',
  },
  'polygon-ecosystem-token': {
    homepage: 'https://polygon.technology',
    explorer: 'https://polygonscan.com',
    github: 'https://github.com/maticnetwork',
  },
  vechain: { homepage: 'https://www.vechain.org', github: 'https://github.com/vechain/thor' },
  'the-graph': {
    homepage: 'https://thegraph.com',
    explorer: 'https://etherscan.io',
    github: 'https://github.com/graphprotocol/graph-node',
  },
  tezos: { homepage: 'https://tezos.com', explorer: 'https://tzkt.io', github: 'https://github.com/tezos' },
  zcash: {
    homepage: 'https://z.cash',
    explorer: 'https://blockchair.com/zcash',
    github: 'https://github.com/zcash/zcash',
  },
  thorchain: { homepage: 'https://thorchain.org', github: 'https://github.com/thorchain' },
};

const listed = (address: string | undefined) => (address === undefined ? [] : [address]);

/** What is known about a coin: a plain text and http(s) addresses, each list empty where nothing is known. */
export function aboutCoin(row: Pick<Coin, 'id' | 'name' | 'symbol' | 'market_cap_rank'>): {
  description: string;
  homepage: string[];
  explorers: string[];
  repositories: string[];
} {
  const known = links[row.id];
  const symbol = row.symbol.toUpperCase();
  const place = `${row.name} (${symbol}) stands at rank ${row.market_cap_rank} of the demo market, where every price is simulated.`;
  return {
    description: texts[row.id] ?? place,
    homepage: listed(known?.homepage),
    explorers: listed(known?.explorer),
    repositories: listed(known?.github),
  };
}
