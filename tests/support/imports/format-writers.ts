import { binance } from './formats/binance.ts';
import { bitstamp } from './formats/bitstamp.ts';
import { bitvavo } from './formats/bitvavo.ts';
import { coinbase } from './formats/coinbase.ts';
import { cointracking } from './formats/cointracking.ts';
import { cryptoCom } from './formats/crypto-com.ts';
import { delta } from './formats/delta.ts';
import type { FormatWriter } from './formats/format-writer.ts';
import { gemini } from './formats/gemini.ts';
import { generic } from './formats/generic.ts';
import { koinly } from './formats/koinly.ts';
import { kraken } from './formats/kraken.ts';
import { kucoin } from './formats/kucoin.ts';
import { ledgerLive } from './formats/ledger-live.ts';
import { revolut } from './formats/revolut.ts';

/** A writer for each format of import files that has one. */
export const formatWriters: readonly FormatWriter[] = [
  binance,
  coinbase,
  kraken,
  bitvavo,
  bitstamp,
  kucoin,
  gemini,
  cryptoCom,
  ledgerLive,
  revolut,
  koinly,
  cointracking,
  delta,
  generic,
];
