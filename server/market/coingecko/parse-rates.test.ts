import { describe, expect, it } from 'vitest';
import { hasRecordings, readRecording } from '../../../tests/support/market/recordings.ts';
import { parseRates } from './parse-rates.ts';

const value = (units: unknown) => ({ name: 'A currency', unit: '$', value: units, type: 'fiat' });

describe('exchange rates', () => {
  it('are in units per dollar, including satoshis', () => {
    const rates = parseRates({ rates: { btc: value(1), USD: value(50_000), eur: value(40_000) } });
    expect(Object.fromEntries(rates)).toEqual({ sats: '2000', btc: '0.00002', usd: '1', eur: '0.8' });
  });

  it('exclude unreadable values', () => {
    const odd = { a1: value(1), jpy: value('7'), chf: value(0), gbp: value(-1), sek: null, nok: value(null) };
    const rates = parseRates({ rates: { usd: value(50_000), ...odd } });
    expect([...rates.keys()]).toEqual(['sats', 'usd']);
  });

  it.each([null, {}, { rates: [] }, { rates: { eur: value(1) } }, { rates: { usd: value(0) } }])(
    'cannot be read from %j',
    (body) => expect(() => parseRates(body)).toThrow(/The answer has no rate/),
  );

  it.skipIf(!hasRecordings)("are read from the provider's example", () => {
    const api = readRecording('coingecko/openapi/2026-06-22-demo-api.json') as {
      paths: Record<
        string,
        { get: { responses: { 200: { content: Record<string, { example: unknown }> } } } }
      >;
    };
    const answer = api.paths['/exchange_rates']?.get.responses[200].content['application/json']?.example;
    const rates = parseRates(answer);
    expect(rates.size).toBeGreaterThan(60);
    expect(Number(rates.get('eur'))).toBeCloseTo(65223.37 / 75817.765, 12);
    expect(Number(rates.get('sats'))).toBeCloseTo(1e8 / 75817.765, 8);
  });
});
