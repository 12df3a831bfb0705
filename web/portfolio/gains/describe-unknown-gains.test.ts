import { expect, it } from 'vitest';
import { describeUnknownGains } from './describe-unknown-gains.ts';

it('Disposals without a known gain are counted, also if only what came in is unknown', () => {
  expect(describeUnknownGains({ unknownCost: 0 })).toBeNull();
  expect(describeUnknownGains({ unknownCost: 2 }, ', ')).toBe(', 2 without a cost');
  expect(describeUnknownGains({ unknownCost: 0, unknownGain: 1 })).toBe('1 without a known gain');
  expect(describeUnknownGains({ unknownCost: 2, unknownGain: 3 }, ', ')).toBe(', 3 without a known gain');
});
