import type { ComponentType } from 'react';
import type { FigureName } from '../lesson.ts';
import { Candle, Range, TrendSteps, VolumeBars } from './chart-figures.tsx';
import { BlockChain, Issuance, KeyPair, MarketCaps } from './coin-figures.tsx';
import { MovingAverage, RiskReward, StrengthIndex } from './measure-figures.tsx';
import { Concentration, Recovery, SteadyBuying } from './portfolio-figures.tsx';

/** All drawings by name. */
export const figures: Record<FigureName, ComponentType> = {
  'block-chain': BlockChain,
  'key-pair': KeyPair,
  issuance: Issuance,
  'market-caps': MarketCaps,
  concentration: Concentration,
  recovery: Recovery,
  'steady-buying': SteadyBuying,
  candle: Candle,
  'trend-steps': TrendSteps,
  range: Range,
  'volume-bars': VolumeBars,
  'moving-average': MovingAverage,
  'strength-index': StrengthIndex,
  'risk-reward': RiskReward,
};
