import { describe, expect, it } from 'vitest';
import { createMarketStore } from '#server/market/store.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { at, bitcoinAt, describeEvaluation } from '../../../tests/support/alerts/alert-evaluation.ts';
import { addFiring } from '../../../tests/support/alerts/alert-rows.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { fakeCoin } from '../../../tests/support/market/fake-market.ts';

describeEvaluation('alerts evaluated', (scene) => {
  describe('a crossing', () => {
    it('fires once, and the alert is triggered', async () => {
      const id = await scene().arm({ note: 'Sell' });
      const process = await scene().startProcess();
      scene().now = at(3);
      await process.show(bitcoinAt(1, 105), bitcoinAt(2, 110), bitcoinAt(3, 100), bitcoinAt(4, 120));
      expect(await scene().listFirings()).toMatchObject([
        {
          alert_id: id,
          arming: 1,
          user_id: scene().userId,
          price: '110',
          change_24h: '1.01',
          crossed_after: at(1),
          crossed_by: at(2),
          fired_at: at(3),
          note: 'Sell',
          source: 'coingecko',
          seen_at: null,
        },
      ]);
      expect(await scene().findAlert(id)).toMatchObject({
        status: 'triggered',
        triggered_at: at(3),
        triggered_price: '110',
      });
      expect(process.recorded).toBe(1);
    });

    it('of a repeating alert fires again, but not during its cooldown', async () => {
      const id = await scene().arm({ repeat: 'every', cooldown_minutes: 60 });
      const process = await scene().startProcess();
      for (const minutes of [1, 31, 60, 61, 130]) {
        await process.show(bitcoinAt(minutes, 115), bitcoinAt(minutes + 0.5, 105));
      }
      expect(await scene().listMinutes()).toEqual([1, 61, 130]);
      expect(await scene().findAlert(id)).toMatchObject({
        status: 'active',
        arming: 4,
        next_allowed_at: at(190),
        triggered_price: '115',
      });
    });

    it('of an alert that no longer repeats fires after the cooldown, even if others came during it', async () => {
      const id = await scene().arm({ repeat: 'every', cooldown_minutes: 60 });
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 115), bitcoinAt(2, 105));
      await scene().db.updateTable('alerts').set({ repeat: 'once' }).where('id', '=', id).execute();
      for (const minutes of [31, 70, 80])
        await process.show(bitcoinAt(minutes, 115), bitcoinAt(minutes + 0.5, 105));
      expect(await scene().listMinutes()).toEqual([1, 70]);
      expect(await scene().findAlert(id)).toMatchObject({ status: 'triggered', triggered_at: at(70) });
    });

    it('by a price with an exponent is stored as a plain decimal', async () => {
      await scene().arm({ condition: 'price_below', threshold: '0.0000001' });
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 1e-7));
      expect(await scene().listFirings()).toMatchObject([{ price: '0.0000001' }]);
    });

    it('after its arming has already fired is neither written nor notified again', async () => {
      const id = await scene().arm();
      await addFiring(scene().db, scene().userId, { alert_id: id, arming: 1 });
      const notified: string[] = [];
      const process = await scene().startProcess({
        notify: async (_, firing) => void notified.push(firing.id),
      });
      await process.show(bitcoinAt(1, 105), bitcoinAt(2, 120));
      expect([(await scene().listFirings()).length, notified, process.warnings]).toEqual([1, [], []]);
    });

    it('of more alerts than fit into one transaction fires each of them once', async () => {
      await scene().arm({ repeat: 'every' });
      await scene().armMore(await scene().arm(), 1100);
      const process = await scene().startProcess();
      const [, turns] = await countTurns(process.show(bitcoinAt(1, 115)));
      // Other calls come in between.
      expect(turns).toBeGreaterThanOrEqual(15);
      await process.show(bitcoinAt(2, 100), bitcoinAt(3, 115));
      const firings = await scene().listFirings();
      expect(firings).toHaveLength(1102);
      expect(new Set(firings.map(({ alert_id }) => alert_id)).size).toBe(1102);
      expect(new Set(firings.map(({ number }) => number)).size).toBe(1102);
    });
  });

  it('are counted in the metrics, with failures and durations', async () => {
    await scene().armMore(await scene().arm(), 2);
    await scene().arm({ threshold: '130' });
    let isBroken = true;
    const process = await scene().startProcess({
      notify: async () => {
        if (isBroken) throw new Error('no room');
      },
    });
    await process.show(bitcoinAt(1, 105), bitcoinAt(2, 120));
    const { alert_evaluation_failures_total, ...broken } = await process.readMetrics();
    expect(alert_evaluation_failures_total).toBeGreaterThan(0);
    expect(broken).toMatchObject({
      alerts_armed: 4,
      alert_firings_total: 0,
      alert_evaluation_duration_seconds_count: 1,
    });
    isBroken = false;
    await process.show(bitcoinAt(3, 121));
    expect(await process.readMetrics()).toMatchObject({
      alerts_armed: 1,
      alert_firings_total: 3,
      alert_evaluation_failures_total,
      alert_evaluation_duration_seconds_count: 3,
    });
  });

  it('fire even if other alerts have thresholds that are not numbers', async () => {
    for (const threshold of ['-', '-.'])
      for (const currency of ['usd', 'eur'])
        for (let count = 0; count < 5; count++) await scene().arm({ threshold, currency, armed_rate: '0.8' });
    const armed = await scene().startProcess();
    await armed.show(bitcoinAt(1, 105));
    await scene().arm({ threshold: '-', currency: 'eur', armed_as_of: at(1) });
    await scene().arm({ armed_as_of: at(1), armed_price: '105' });
    await scene().arm({ armed_as_of: at(1), armed_price: '105', threshold: '120' });
    await armed.show(bitcoinAt(2, 115));
    await armed.evaluator.stop();
    await (await scene().startProcess()).show(bitcoinAt(3, 125));
    expect(await scene().listMinutes()).toEqual([2, 3]);
  });

  describe('a restart', () => {
    it('finds a crossing between the last quote before it and the first after it', async () => {
      await scene().arm();
      const before = await scene().startProcess();
      await before.show(bitcoinAt(3, 105));
      await before.evaluator.stop();
      // Stored by a process that refreshes the market but doesn't evaluate, or was killed before it did.
      await createMarketStore(scene().db).saveSnapshot(bitcoinAt(9, 111));
      scene().now = at(15);
      const process = await scene().startProcess();
      await process.show(bitcoinAt(15, 112));
      expect(await scene().listFirings()).toMatchObject([
        { crossed_after: at(3), crossed_by: at(9), fired_at: at(15), price: '111' },
      ]);
    });

    it('finds a crossing in the stored snapshot even if the price is back', async () => {
      await scene().arm();
      await createMarketStore(scene().db).saveSnapshot(bitcoinAt(9, 111));
      await (await scene().startProcess()).show(bitcoinAt(15, 100));
      expect(await scene().listMinutes()).toEqual([9]);
    });

    it('invents no crossing if the condition held before and holds after', async () => {
      await scene().arm({ repeat: 'every' });
      const before = await scene().startProcess();
      await before.show(bitcoinAt(1, 115));
      await before.evaluator.stop();
      await (await scene().startProcess()).show(bitcoinAt(300, 116), bitcoinAt(301, 117));
      expect(await scene().listMinutes()).toEqual([1]);
    });

    it('misses a price that crossed and came back in between', async () => {
      await scene().arm();
      const before = await scene().startProcess();
      await before.show(bitcoinAt(1, 105));
      await before.evaluator.stop();
      await (await scene().startProcess()).show(bitcoinAt(60, 104));
      expect(await scene().listMinutes()).toEqual([]);
    });

    it('evaluates no quotes twice', async () => {
      await scene().arm({ repeat: 'every' });
      const snapshots = [bitcoinAt(1, 115), bitcoinAt(2, 100)];
      await (await scene().startProcess()).show(...snapshots);
      await createMarketStore(scene().db).saveSnapshot(snapshots[1]!);
      await (await scene().startProcess()).show(...snapshots);
      expect(await scene().listMinutes()).toEqual([1]);
    });

    it('continues from the arming if that is later than the last evaluated quotes', async () => {
      const before = await scene().startProcess();
      await before.show(bitcoinAt(1, 120));
      await before.evaluator.stop();
      await scene().arm({ armed_as_of: at(5), armed_price: '100' });
      await (await scene().startProcess()).show(bitcoinAt(6, 110));
      expect(await scene().listFirings()).toMatchObject([{ crossed_after: at(5), crossed_by: at(6) }]);
    });
  });

  describe('a gap', () => {
    it('in the quotes of a coin is bridged from the last to the next', async () => {
      await scene().arm();
      const process = await scene().startProcess();
      const others = { coins: [fakeCoin('solana')] };
      await process.show(bitcoinAt(1, 105), bitcoinAt(2, 0, others), bitcoinAt(3, 0, others));
      await process.show(bitcoinAt(4, 111));
      expect(await scene().listFirings()).toMatchObject([{ crossed_after: at(1), crossed_by: at(4) }]);
    });

    it('of more than a year is not bridged', async () => {
      await scene().arm();
      const before = await scene().startProcess();
      const year = 366 * 24 * 60;
      await before.show(bitcoinAt(1, 105), bitcoinAt(year, 0, { coins: [fakeCoin('solana')] }));
      await before.evaluator.stop();
      const process = await scene().startProcess();
      await process.show(bitcoinAt(year + 1, 120), bitcoinAt(year + 2, 100), bitcoinAt(year + 3, 120));
      expect(await scene().listMinutes()).toEqual([year + 3]);
    });

    it('in the changes of a coin is bridged from the last known one, also after a restart', async () => {
      await scene().arm({ condition: 'change_24h_above', threshold: '5' });
      const changed = (minutes: number, change: number | null) =>
        bitcoinAt(minutes, 100, { coin: { price_change_percentage_24h: change } });
      const before = await scene().startProcess();
      await before.show(changed(1, 1.5), changed(2, null));
      await before.evaluator.stop();
      await (await scene().startProcess()).show(changed(3, null), changed(4, 6));
      expect(await scene().listFirings()).toMatchObject([{ crossed_after: at(1), crossed_by: at(4) }]);
    });

    it('survives a restart within it', async () => {
      await scene().arm();
      const before = await scene().startProcess();
      await before.show(bitcoinAt(1, 105), bitcoinAt(2, 0, { coins: [fakeCoin('solana')] }));
      await before.evaluator.stop();
      await (await scene().startProcess()).show(bitcoinAt(4, 111));
      expect(await scene().listFirings()).toMatchObject([{ crossed_after: at(1), crossed_by: at(4) }]);
    });
  });

  describe('arming', () => {
    it('again causes no crossing if the condition already holds', async () => {
      const id = await scene().arm();
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 115));
      await scene().rearm(id, { armed_as_of: at(1), armed_price: '115' });
      await process.show(bitcoinAt(2, 116));
      const restarted = await scene().startProcess();
      await restarted.show(bitcoinAt(3, 117), bitcoinAt(4, 109), bitcoinAt(5, 110));
      expect(await scene().listMinutes()).toEqual([1, 5]);
      expect((await scene().listFirings()).map(({ arming }) => arming)).toEqual([1, 2]);
    });

    it('again with older quotes fires on a crossing since then', async () => {
      const id = await scene().arm({ status: 'paused' });
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 105), bitcoinAt(2, 111));
      await scene().rearm(id, { armed_as_of: at(1), armed_price: '105' });
      await process.show(bitcoinAt(3, 100));
      expect(await scene().listFirings()).toMatchObject([
        { crossed_after: at(1), crossed_by: at(2), price: '111' },
      ]);
    });

    it('with whenTrue fire fires on the next quotes, also after a restart', async () => {
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 115));
      const now = { armed_as_of: at(1), armed_price: '115', when_true: 'fire' } as const;
      await scene().arm(now);
      await process.show(bitcoinAt(1, 115));
      expect(await scene().listMinutes()).toEqual([]);
      await process.evaluator.stop();
      await scene().arm(now);
      await (await scene().startProcess()).show(bitcoinAt(2, 115));
      expect(await scene().listMinutes()).toEqual([2, 2]);
    });

    it('with whenTrue fire records no crossing, unless there was one', async () => {
      const toFire = { armed_as_of: at(0), when_true: 'fire' } as const;
      const held = await scene().arm({ ...toFire, armed_price: '115' });
      const unknown = await scene().arm({ ...toFire, armed_price: null });
      const crossed = await scene().arm({ ...toFire, armed_price: '105' });
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 115));
      const late = await scene().arm({ ...toFire, armed_as_of: at(1), armed_price: '115' });
      await process.show(bitcoinAt(2, 100), bitcoinAt(3, 115));
      const spans = (await scene().listFirings()).map((row) => [
        row.alert_id,
        row.crossed_after,
        row.crossed_by,
      ]);
      expect(spans).toEqual([
        [held, at(1), at(1)],
        [unknown, at(1), at(1)],
        [crossed, at(0), at(1)],
        [late, at(2), at(3)],
      ]);
    });

    it('with whenTrue fire does so once, even if it repeats and moves to another account', async () => {
      const armed = { armed_price: '115', when_true: 'fire', repeat: 'every' } as const;
      const id = await scene().arm(armed);
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 115));
      const { when_true } = await scene().findAlert(id);
      await scene().arm({ ...armed, armed_as_of: at(1), when_true });
      await process.show(bitcoinAt(2, 115));
      expect(await scene().listMinutes()).toEqual([1]);
    });

    it('with another threshold replaces the first', async () => {
      const id = await scene().arm();
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 105));
      await scene().rearm(id, { threshold: '130', armed_as_of: at(1), armed_price: '105' });
      await process.show(bitcoinAt(2, 120), bitcoinAt(3, 130));
      expect(await scene().listMinutes()).toEqual([3]);
    });

    it('ends when the alert is paused or deleted, or its user is deleted', async () => {
      const paused = await scene().arm();
      const removed = await scene().arm();
      await scene().arm({}, await addUser(scene().db));
      const process = await scene().startProcess();
      await process.show(bitcoinAt(1, 105));
      await scene().db.updateTable('alerts').set({ status: 'paused' }).where('id', '=', paused).execute();
      await scene().db.deleteFrom('alerts').where('id', '=', removed).execute();
      await scene().db.deleteFrom('users').where('id', '!=', scene().userId).execute();
      await process.show(bitcoinAt(2, 120));
      expect(await scene().listMinutes()).toEqual([]);
      expect(process.warnings).toEqual([]);
    });
  });
});
