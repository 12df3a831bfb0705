import type { CoinId } from '#contract/units.ts';

interface CoinLinks {
  readonly homepage?: string;
  readonly explorer?: string;
  readonly github?: string;
}

/** Only well-known, stable addresses. */
export const coinLinks: Readonly<Record<CoinId, CoinLinks>> = {
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
