import { describe, expect, it } from 'vitest';
import { at, bitcoinAt, describeEvaluation } from '../../../tests/support/alerts/alert-evaluation.ts';
import { FakeRates, fakeRateService } from '../../../tests/support/market/fake-rates.ts';
import { listFreshRates } from '../currency/quote-rates.ts';

const euros = (rate: string) => new Map([['eur', rate]]);
const inEuros = { currency: 'eur', armed_rate: '0.8', armed_price: '100', threshold: '88' } as const;

describeEvaluation('alerts in a currency', (scene) => {
  it('fire by price × rate, even if only the rate moves, and record both at the same instant', async () => {
    const id = await scene().arm(inEuros);
    const process = await scene().startProcess();
    process.rates = euros('0.8');
    await process.show(bitcoinAt(1, 105));
    process.rates = euros('0.85');
    await process.show(bitcoinAt(2, 103));
    expect(await scene().listFirings()).toEqual([]);
    await process.show(bitcoinAt(3, 103.6));
    expect(await scene().listFirings()).toMatchObject([
      { price: '88.06', currency: 'eur', threshold: '88', crossed_after: at(2), crossed_by: at(3) },
    ]);
    expect(await scene().findAlert(id)).toMatchObject({ status: 'triggered', triggered_price: '88.06' });
  });

  it('fire on the rate only', async () => {
    await scene().arm(inEuros);
    const process = await scene().startProcess();
    process.rates = euros('0.8');
    await process.show(bitcoinAt(1, 100));
    process.rates = euros('0.88');
    await process.show(bitcoinAt(2, 100));
    expect(await scene().listFirings()).toMatchObject([
      { price: '88', crossed_after: at(1), crossed_by: at(2) },
    ]);
  });

  it('wait while there is no fresh rate, and fire on the first quote that has one', async () => {
    await scene().arm(inEuros);
    await scene().arm({ threshold: '150' });
    const process = await scene().startProcess();
    process.rates = euros('0.8');
    await process.show(bitcoinAt(1, 100));
    process.rates = new Map();
    await process.show(bitcoinAt(2, 200), bitcoinAt(3, 201));
    expect(await scene().listFirings()).toMatchObject([{ price: '200', currency: 'usd' }]);
    process.rates = euros('0.8');
    await process.show(bitcoinAt(4, 202));
    const [, waited] = await scene().listFirings();
    expect(waited).toMatchObject({
      price: '161.6',
      currency: 'eur',
      crossed_after: at(1),
      crossed_by: at(4),
    });
    await process.show(bitcoinAt(5, 90), bitcoinAt(6, 202));
    expect(await scene().listFirings()).toHaveLength(2);
  });

  it('armed without a rate use the first quote that has one as the previous quote', async () => {
    await scene().arm({ ...inEuros, armed_rate: null });
    const process = await scene().startProcess();
    await process.show(bitcoinAt(1, 50));
    process.rates = euros('0.8');
    await process.show(bitcoinAt(2, 200));
    expect(await scene().listFirings()).toEqual([]);
    await process.show(bitcoinAt(3, 100), bitcoinAt(4, 110));
    expect(await scene().listMinutes()).toEqual([4]);
  });

  it('are neither lost nor fired twice when another process takes over', async () => {
    await scene().arm({ ...inEuros, repeat: 'every' });
    const first = await scene().startProcess();
    first.rates = euros('0.8');
    await first.show(bitcoinAt(1, 100));
    await first.evaluator.stop();
    const second = await scene().startProcess();
    second.rates = euros('0.9');
    await second.show(bitcoinAt(2, 99));
    expect(await scene().listMinutes()).toEqual([2]);
    await second.evaluator.stop();
    const third = await scene().startProcess();
    third.rates = euros('0.9');
    await third.show(bitcoinAt(3, 99), bitcoinAt(200, 90), bitcoinAt(201, 99));
    expect(await scene().listMinutes()).toEqual([2, 201]);
  });

  it('use the rates stored with the quotes, whichever process evaluates them', async () => {
    await scene().arm(inEuros);
    const first = await scene().startProcess({ holder: 'first' });
    first.rates = euros('0.8');
    await first.show(bitcoinAt(1, 100));
    const second = await scene().startProcess({ holder: 'second', doOthersRun: true });
    second.rates = euros('0.9');
    // Without the lease, it only stores the quotes it sees.
    await second.show(bitcoinAt(1.05, 100), bitcoinAt(1.1, 90));
    expect(await scene().listFirings()).toEqual([]);
    first.rates = new Map();
    await first.evaluator.evaluateNow();
    expect(await scene().listFirings()).toMatchObject([{ price: '90', crossed_by: at(1.05) }]);
  });

  it('of many digits are compared in full', async () => {
    const third = '0.333333333333333333333333333333333333';
    const terms = { currency: 'eur', armed_rate: '0.1', armed_price: '100' } as const;
    const met = await scene().arm({ ...terms, threshold: '33.333333333333333333' });
    const missed = await scene().arm({ ...terms, threshold: '33.333333333333333334' });
    const process = await scene().startProcess();
    process.rates = euros(third);
    await process.show(bitcoinAt(1, 100));
    expect(await scene().findAlert(met)).toMatchObject({
      status: 'triggered',
      triggered_price: '33.333333333333333333',
    });
    expect(await scene().findAlert(missed)).toMatchObject({ status: 'active' });
  });

  it('on a change use the change in dollars, with or without a rate', async () => {
    const change = { condition: 'change_24h_above', threshold: '5', currency: 'eur' } as const;
    const [rated, unrated] = [await scene().arm(change), await scene().arm({ ...change, threshold: '7' })];
    const process = await scene().startProcess();
    process.rates = euros('0.8');
    await process.show(bitcoinAt(1, 105, { coin: { price_change_percentage_24h: 6, price_change_24h: 6 } }));
    process.rates = new Map();
    await process.show(bitcoinAt(2, 107, { coin: { price_change_percentage_24h: 8, price_change_24h: 8 } }));
    expect(await scene().listFirings()).toMatchObject([
      { alert_id: rated, price: '84', currency: 'eur' },
      { alert_id: unrated, price: '107', currency: 'usd' },
    ]);
    expect(await scene().findAlert(unrated)).toMatchObject({ triggered_price: null });
  });
});

describe('the rates that quotes are evaluated with', () => {
  const tableOf = (ageMs: number) => {
    const rates = new FakeRates({ usd: '1', eur: '0.8' }, at(0));
    return listFreshRates(fakeRateService(rates).getTable(), { source: 'coingecko', asOf: at(0) + ageMs });
  };

  it('are from the last hour and the same market', () => {
    expect(tableOf(3_600_000).get('eur')).toBe('0.8');
    expect(tableOf(3_600_001).size).toBe(0);
    const simulated = { source: 'simulated', asOf: at(0) } as const;
    expect(listFreshRates(fakeRateService().getTable(), simulated).size).toBe(0);
  });
});
