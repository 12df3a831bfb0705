import type { CoinId } from '#contract/units.ts';

/** One or two sentences about each of the best-known coins: what it is, not what it is worth. */
export const coinDescriptions: Readonly<Record<CoinId, string>> = {
  bitcoin:
    'Bitcoin is the first decentralized digital money, running since 2009 without a bank or a company behind it. New coins go to the miners who secure its ledger, and there will never be more than 21 million.',
  ethereum:
    'Ethereum is a public network for programs known as smart contracts. Ether pays for running them and is staked by the validators who keep the network in agreement.',
  tether:
    'Tether is a stablecoin that aims to be worth one US dollar, issued by a company that holds reserves against it. It is used on many networks as a stand-in for dollars.',
  ripple:
    'XRP is the native coin of the XRP Ledger, a network made for fast and cheap payments between currencies. All of its 100 billion coins were created at the start.',
  binancecoin:
    'BNB pays the fees on BNB Chain and gives discounts on the exchange that introduced it in 2017. Part of the supply is burned every quarter.',
  solana:
    'Solana is a network for smart contracts built for many cheap transactions a second. SOL pays its fees and is staked by its validators.',
  'usd-coin':
    'USDC is a stablecoin that aims to be worth one US dollar, backed by cash and short-term government debt that its issuer reports on every month.',
  dogecoin:
    'Dogecoin began in 2013 as a joke about a popular picture of a dog and became one of the most widely held coins. It is mined together with Litecoin and has no supply limit.',
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
    'LEO is the token of the exchange Bitfinex. It lowers fees there and is bought back with its income and burned.',
  'bitcoin-cash':
    'Bitcoin Cash split from Bitcoin in 2017 over the size of blocks: it has larger ones, so that payments stay cheap.',
  'the-open-network':
    'Toncoin is the coin of The Open Network, a smart-contract network whose wallet is built into the Telegram messenger.',
  'shiba-inu':
    'Shiba Inu is a token on Ethereum named after a breed of dog. It began as a meme in 2020 and now has its own exchange and layer-2 network.',
  'hedera-hashgraph':
    'Hedera is a public network that reaches agreement with a hashgraph instead of a chain of blocks. A council of companies runs its nodes.',
  usds: 'USDS is the dollar stablecoin of the Sky protocol, the successor of Maker. It is issued against collateral held in smart contracts.',
  litecoin:
    'Litecoin is one of the oldest coins, created in 2011 from the code of Bitcoin, with blocks four times as frequent and a limit of 84 million coins.',
  weth: 'Wrapped Ether is ether in the form of an ordinary token, one for one, for programs that can only handle tokens.',
  polkadot:
    'Polkadot connects many specialized chains and secures them together. DOT is staked, votes on changes, and pays for space on the network.',
  monero:
    'Monero is a coin for private payments: sender, receiver and amount of a transaction are hidden from everyone else.',
  pepe: 'Pepe is a meme token on Ethereum that began in 2023, named after a cartoon frog. It promises nothing and does nothing.',
  uniswap:
    'Uniswap is an exchange made of smart contracts, where traders swap tokens against pools that anyone can fill. UNI holders vote on its rules.',
  dai: 'Dai is a dollar stablecoin issued against collateral in smart contracts, without a company that holds dollars.',
  aptos:
    'Aptos is a smart-contract network in the Move language, started by engineers from Meta’s former payment project.',
  bittensor:
    'Bittensor pays for machine learning: its subnets reward those who run models according to how useful others find their answers.',
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
    'Kaspa is a mined coin that keeps blocks found at the same time instead of throwing them away, and so adds several blocks a second.',
  'crypto-com-chain':
    'Cronos is the network of the exchange Crypto.com. CRO pays its fees and gives discounts on the exchange.',
  mantle:
    'Mantle is a layer-2 network on Ethereum that keeps its data in a separate place to lower its fees.',
  'render-token':
    'Render connects artists who need images rendered with owners of idle graphics cards, who are paid in RENDER.',
  vechain: 'VeChain is a network for tracing goods and their documents through supply chains.',
  cosmos:
    'The Cosmos Hub is the first chain of a family of independent ones that can send tokens to one another. ATOM is staked to secure it.',
  'polygon-ecosystem-token':
    'POL pays fees and is staked on Polygon, a family of cheaper chains beside Ethereum. It replaced MATIC.',
  ethena:
    'Ethena issues a synthetic dollar backed by staked ether and futures. ENA holders vote on its rules.',
  algorand: 'Algorand is a proof-of-stake network that draws a small random committee for every block.',
  filecoin:
    'Filecoin is a market for storing files, where FIL pays those who prove that they still store them.',
  celestia: 'Celestia sells space for data to other chains, which leave this part of their work to it.',
  arbitrum:
    'Arbitrum is a layer-2 network: it runs the programs of Ethereum more cheaply and settles the results there.',
  optimism:
    'Optimism is a layer-2 network on Ethereum whose code many other chains share. OP holders vote on it.',
  maker:
    'Maker is the protocol behind the stablecoin Dai. MKR holders voted on its rules and covered its losses.',
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
    'THORChain swaps coins of different networks without wrapping them. RUNE is one side of every swap.',
  tezos: 'Tezos is a proof-of-stake network that changes its own rules by votes of its stakers.',
  zcash:
    'Zcash is a coin with optional privacy: shielded payments prove that they are valid without revealing anything else.',
  'lido-dao': 'Lido stakes ether for its users and gives them a token for it. LDO holders vote on its rules.',
};
