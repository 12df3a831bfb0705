import type { CoinId } from '#contract/units.ts';

/*
 * Kraken's codes and the provider's ids of their coins. A code that several coins have used, such as LUNA, is left out:
 * its file is imported by naming the coin.
 */
const table = `
  1INCH:1inch AAVE:aave ACA:acala ACH:alchemy-pay ADA:cardano ADX:adex AEVO:aevo-exchange
  AGLD:adventure-gold AIR:altair AKT:akash-network ALCX:alchemix ALGO:algorand ALICE:my-neighbor-alice
  ALPHA:alpha-finance ALT:altlayer ANKR:ankr ANT:aragon APE:apecoin API3:api3 APT:aptos AR:arweave
  ARB:arbitrum ARKM:arkham ARPA:arpa ASTR:astar ATLAS:star-atlas ATOM:cosmos AUDIO:audius AVAX:avalanche-2
  AXL:axelar AXS:axie-infinity BADGER:badger-dao BAL:balancer BAND:band-protocol BAT:basic-attention-token
  BCH:bitcoin-cash BEAM:beam-2 BERA:berachain-bera BICO:biconomy BIT:bitdao BLUR:blur BLZ:bluzelle
  BNB:binancecoin BNC:bifrost-native-coin BNT:bancor BOBA:boba-network BOND:barnbridge BONK:bonk
  BSX:basilisk BTC:bitcoin C98:coin98 CELO:celo CELR:celer-network CFG:centrifuge
  CHR:chromaway CHZ:chiliz COMP:compound-governance-token COTI:coti CQT:covalent CRO:crypto-com-chain
  CRV:curve-dao-token CTSI:cartesi CVC:civic CVX:convex-finance DAI:dai DASH:dash DENT:dent DOGE:dogecoin
  DOT:polkadot EGLD:elrond-erd-2 EIGEN:eigenlayer ENA:ethena ENJ:enjincoin ENS:ethereum-name-service
  EOS:eos ETC:ethereum-classic ETH:ethereum ETHW:ethereum-pow-iou EUL:euler EWT:energy-web-token
  FARM:harvest-finance FARTCOIN:fartcoin FET:fetch-ai FIDA:bonfida FIL:filecoin FLOKI:floki FLOW:flow
  FLR:flare-networks FORTH:ampleforth-governance-token FTM:fantom FXS:frax-share GAL:project-galaxy
  GALA:gala GARI:gari-network GHST:aavegotchi GLMR:moonbeam GMT:stepn GMX:gmx GNO:gnosis GRT:the-graph
  GST:green-satoshi-token GTC:gitcoin HBAR:hedera-hashgraph HFT:hashflow HNT:helium HYPE:hyperliquid
  ICP:internet-computer ICX:icon IDEX:aurora-dao IMX:immutable-x INJ:injective-protocol INTR:interlay
  JASMY:jasmycoin JTO:jito-governance-token JUNO:juno-network JUP:jupiter-exchange-solana KAITO:kaito
  KAR:karura KAS:kaspa KAVA:kava KEEP:keep-network KEY:selfkey KILT:kilt-protocol KIN:kin KINT:kintsugi
  KNC:kyber-network-crystal KP3R:keep3rv1 KSM:kusama LCX:lcx LDO:lido-dao LINK:chainlink LPT:livepeer
  LQTY:liquity LRC:loopring LSK:lisk LTC:litecoin LUNA2:terra-luna-2 MANA:decentraland MASK:mask-network
  MATIC:matic-network MC:merit-circle MINA:mina-protocol MIR:mirror-protocol MKR:maker MLN:melon
  MNGO:mango-markets MNT:mantle MOG:mog-coin MOVR:moonriver MSOL:msol MULTI:multichain MXC:mxc NANO:nano
  NEAR:near NMR:numeraire NODL:nodle-network NYM:nym OCEAN:ocean-protocol OGN:origin-protocol OMG:omisego
  ONDO:ondo-finance OP:optimism ORCA:orca OXT:orchid-protocol OXY:oxygen PAXG:pax-gold PENDLE:pendle
  PEPE:pepe PERP:perpetual-protocol PHA:pha POL:polygon-ecosystem-token POLIS:star-atlas-dao
  POLS:polkastarter POND:marlin POPCAT:popcat POWR:power-ledger PSTAKE:pstake-finance PYTH:pyth-network
  PYUSD:paypal-usd QNT:quant-network QTUM:qtum RAD:radicle RARE:superrare RARI:rarible RAY:raydium
  REN:republic-protocol RENDER:render-token REP:augur REPV2:augur REQ:request-network RLC:iexec-rlc
  RNDR:render-token ROOK:rook RPL:rocket-pool RUNE:thorchain SAMO:samoyedcoin SAND:the-sandbox SBR:saber
  SC:siacoin SCRT:secret SDN:shiden SEI:sei-network SGB:songbird SHIB:shiba-inu SNX:havven SOL:solana
  SPELL:spell-token SRM:serum STEP:step-finance STG:stargate-finance STORJ:storj STRK:starknet
  STX:blockstack SUI:sui SUPER:superfarm SUSHI:sushi SYN:synapse-2 T:threshold-network-token TAO:bittensor
  TBTC:tbtc TEER:integritee TIA:celestia TLM:alien-worlds TOKE:tokemak TON:the-open-network TRB:tellor
  TRIBE:tribe-2 TRU:truefi TRUMP:official-trump TRX:tron TUSD:true-usd TVK:the-virtua-kolect UMA:uma
  UNI:uniswap USDC:usd-coin USDT:tether VIRTUAL:virtual-protocol W:wormhole WBTC:wrapped-bitcoin
  WIF:dogwifcoin WLD:worldcoin-wld WOO:woo-network XBT:bitcoin XCN:chain-2 XDG:dogecoin XLM:stellar
  XMR:monero XRP:ripple XRT:robonomics-network XTZ:tezos YFI:yearn-finance YGG:yield-guild-games ZEC:zcash
  ZK:zksync ZRO:layerzero ZRX:0x
`;

export const krakenCoins: ReadonlyMap<string, CoinId> = new Map(
  table
    .trim()
    .split(/\s+/)
    .map((entry) => entry.split(':') as [code: string, coinId: CoinId]),
);
