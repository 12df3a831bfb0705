import { describe, expect, it } from 'vitest';
import { at, bitcoinAt, describeEvaluation } from '../../../tests/support/alerts/alert-evaluation.ts';
import { fakeSnapshot } from '../../../tests/support/market/fake-market.ts';

describeEvaluation('alerts and accepted quotes', (scene) => {
  describe('quotes that are not accepted', () => {
    it('(a price in quarantine) fire nothing until they are confirmed', async () => {
      await scene().arm();
      const process = await scene().startProcess();
      const held = { coin: { quarantined: true as const } };
      await process.show(bitcoinAt(1, 105), bitcoinAt(2, 1050, held), bitcoinAt(3, 1050, held));
      expect(await scene().listMinutes()).toEqual([]);
      await process.show(bitcoinAt(4, 1050));
      expect(await scene().listFirings()).toMatchObject([{ crossed_after: at(1), crossed_by: at(4) }]);
    });

    it('(stale data, or late figures of the same quotes) fire nothing', async () => {
      await scene().arm({ when_true: 'fire' });
      const process = await scene().startProcess();
      await process.show(bitcoinAt(0, 115));
      process.market.setState('stale');
      await process.evaluator.evaluateNow();
      await process.show(bitcoinAt(0, 115, { global: null }), bitcoinAt(-1, 115));
      expect(await scene().listMinutes()).toEqual([]);
    });

    it('(a change that contradicts the other figures of its row) fire nothing', async () => {
      const armOn = (condition: 'change_24h_above' | 'change_24h_below', threshold: string) =>
        scene().arm({ condition, threshold });
      await Promise.all([armOn('change_24h_above', '20'), armOn('change_24h_below', '-20')]);
      const process = await scene().startProcess();
      const changed = (minutes: number, change: number) =>
        bitcoinAt(minutes, 100, { coin: { price_change_percentage_24h: change } });
      await process.show(changed(1, 99_999), changed(2, -100), changed(3, -250), changed(4, 1.5));
      expect(await scene().listMinutes()).toEqual([]);
      await process.show(changed(5, 25));
      expect(await scene().listFirings()).toMatchObject([{ change_24h: '25', crossed_after: at(4) }]);
    });

    it('(simulated prices) fire no alert that was armed by real ones', async () => {
      await scene().arm();
      await scene().arm({ when_true: 'fire' });
      const process = await scene().startProcess();
      const simulated = { source: 'simulated' } as const;
      await process.show(bitcoinAt(1, 105, simulated), bitcoinAt(2, 120, simulated));
      expect(await scene().listMinutes()).toEqual([]);
      await process.show(bitcoinAt(3, 120));
      expect(await scene().listFirings()).toMatchObject([
        { source: 'coingecko', crossed_after: at(0), crossed_by: at(3) },
        { source: 'coingecko' },
      ]);
    });
  });

  describe('an alert armed by simulated prices', () => {
    const simulated = { source: 'simulated' } as const;
    const armed = { armed_source: 'simulated' } as const;

    it('fires on simulated prices, marked as such', async () => {
      await scene().arm(armed);
      await (await scene().startProcess()).show(bitcoinAt(1, 120, simulated));
      expect(await scene().listFirings()).toMatchObject([{ source: 'simulated' }]);
    });

    it('uses the first real price as the previous quote', async () => {
      await scene().arm(armed);
      await scene().arm({ ...armed, when_true: 'fire' });
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 100, simulated), bitcoinAt(2, 120));
      expect(await scene().listMinutes()).toEqual([]);
      const restarted = await scene().startProcess();
      await restarted.show(bitcoinAt(3, 100), bitcoinAt(4, 120));
      expect(await scene().listMinutes()).toEqual([4, 4]);
    });

    it('no longer fires on simulated prices once it has seen a real one', async () => {
      await scene().arm(armed);
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 100, simulated), bitcoinAt(2, 100), bitcoinAt(3, 120, simulated));
      await (await scene().startProcess()).show(bitcoinAt(4, 130, simulated));
      expect(await scene().listMinutes()).toEqual([]);
    });
  });

  it('are evaluated after the clock was set back', async () => {
    await scene().arm({ armed_as_of: at(0) });
    const process = await scene().startProcess();
    await process.show(bitcoinAt(600, 105));
    scene().now = at(1);
    await (await scene().startProcess()).show(bitcoinAt(1, 120), bitcoinAt(2, 100), bitcoinAt(3, 101));
    expect(await scene().listMinutes()).toEqual([1]);
  });

  it('are evaluated after the clock was set back, also if they were armed just before', async () => {
    const process = await scene().startProcess();
    await process.show(bitcoinAt(600, 105));
    await scene().arm({ armed_as_of: at(601), armed_price: '105' });
    // Older than the quote that armed the alert, so it doesn't count.
    await process.show(bitcoinAt(600.5, 130));
    await scene().arm({ armed_as_of: at(602), armed_price: '105' });
    scene().now = at(1);
    await process.show(bitcoinAt(1, 104), bitcoinAt(2, 120));
    expect(await scene().listMinutes()).toEqual([2, 2]);
  });

  it('fire again after the clock was set back, even if their cooldown has an end in the future', async () => {
    const id = await scene().arm({ repeat: 'every', cooldown_minutes: 60 });
    const process = await scene().startProcess();
    await process.show(bitcoinAt(600, 105), bitcoinAt(601, 115));
    expect(await scene().findAlert(id)).toMatchObject({ next_allowed_at: at(661) });
    scene().now = at(1);
    await process.show(bitcoinAt(1, 105), bitcoinAt(2, 115), bitcoinAt(3, 105), bitcoinAt(4, 115));
    expect(await scene().listMinutes()).toEqual([601, 2]);
    expect(await scene().findAlert(id)).toMatchObject({ next_allowed_at: at(62) });
  });

  it('fire nothing before the first snapshot', async () => {
    await scene().arm({ when_true: 'fire' });
    const process = await scene().startProcess();
    await process.evaluator.evaluateNow();
    expect(await scene().listMinutes()).toEqual([]);
    await process.show(fakeSnapshot({ asOf: at(1), coins: [] }), bitcoinAt(2, 120));
    expect(await scene().listMinutes()).toEqual([2]);
  });
});
