import { describe, expect, it } from 'vitest';
import { checkRates, type RateCheck, startRateCheck } from './check-rates.ts';

const now = Date.UTC(2026, 0, 2);
const accepted = { usd: '1', eur: '0.8', gbp: '0.75', jpy: '150', chf: '0.9' };

const ratesOf = (rates: Record<string, string>) => new Map(Object.entries(rates));
const shown = ({ rates }: RateCheck) =>
  Object.fromEntries([...rates].map(([code, { rate }]) => [code, rate]));
const start = () => checkRates(startRateCheck(), ratesOf(accepted), now);

/** The states after each of these refreshes. */
function refresh(...answers: Record<string, string>[]): RateCheck[] {
  let state = start();
  return answers.map((rates, index) => {
    state = checkRates(state, ratesOf({ ...accepted, ...rates }), now + index + 1);
    return state;
  });
}

describe('accepting rates', () => {
  it('accepts moves within tenfold', () => {
    const [state] = refresh({ eur: '0.08' });
    expect(shown(state!).eur).toBe('0.08');
  });

  it('holds a wider move back until two further refreshes agree', () => {
    const states = refresh({ eur: '0.079' }, { eur: '0.079' }, { eur: '0.08' });
    expect(states.map((state) => shown(state).eur)).toEqual(['0.8', '0.8', '0.08']);
  });

  it('never accepts a larger move that no other refresh confirms', () => {
    const states = refresh({ eur: '80' }, {}, { eur: '80' }, { eur: '80' });
    expect(states.map((state) => shown(state).eur)).toEqual(['0.8', '0.8', '0.8', '0.8']);
  });

  it('ignores values that are not rates', () => {
    const [state] = refresh({ xxx: '0', yyy: '1e13', zzz: '-1', nan: 'NaN' });
    expect(Object.keys(shown(state!))).toEqual(Object.keys(accepted));
  });

  it('keeps a missing currency, with its own instant', () => {
    const state = checkRates(start(), ratesOf({ usd: '1', eur: '0.81' }), now + 5);
    expect(state.rates.get('gbp')).toMatchObject({ rate: '0.75', at: now });
    expect(state.rates.get('eur')).toMatchObject({ rate: '0.81', at: now + 5 });
  });

  it('holds back a refresh in which most currencies doubled, until two more agree', () => {
    const doubled = { eur: '1.6', gbp: '1.5', jpy: '300', chf: '1.8' };
    const states = refresh(doubled, doubled, doubled);
    expect(states.map((state) => shown(state).jpy)).toEqual(['150', '150', '300']);
  });

  it('forgets a refresh held back when the next one is normal again', () => {
    const doubled = { eur: '1.6', gbp: '1.5', jpy: '300', chf: '1.8' };
    const states = refresh(doubled, {}, doubled, doubled);
    expect(states.map((state) => shown(state).jpy)).toEqual(['150', '150', '150', '150']);
  });
});
