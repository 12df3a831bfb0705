import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Lease } from '#server/platform/jobs/lease.ts';
import { at, bitcoinAt, describeEvaluation } from '../../../tests/support/alerts/alert-evaluation.ts';

/** Every process gets the lease. */
const leaseForAll: Lease = {
  acquire: async () => true,
  release: async () => undefined,
  retire: async () => undefined,
  confirm: async () => true,
  write: async (_name, _holder, work) => work(undefined as never),
};

describeEvaluation('processes that evaluate alerts', (scene) => {
  it('write nothing once their lease has passed to another', async () => {
    await scene().arm();
    const halted = await scene().startProcess({
      wrapService: (service) => ({
        async record(...step) {
          await scene().db.updateTable('leases').set({ holder: 'another' }).execute();
          return service.record(...step);
        },
      }),
    });
    await halted.show(bitcoinAt(1, 120));
    expect(await scene().listFirings()).toEqual([]);
    const { as_of: asOf } = await scene()
      .db.selectFrom('alert_evaluations')
      .select('as_of')
      .where('source', '=', 'coingecko')
      .executeTakeFirstOrThrow();
    expect(asOf).toBeLessThan(bitcoinAt(1, 120).asOf);
  });

  describe('a failure', () => {
    it('to write defers the whole write: nothing fires without its notifications', async () => {
      await scene().arm();
      await scene().arm();
      let isBroken = true;
      const notified: string[] = [];
      const process = await scene().startProcess({
        notify: async (_, firing) => {
          notified.push(firing.id);
          if (isBroken && notified.length % 2 === 0) throw new Error('no room');
        },
      });
      await process.show(bitcoinAt(1, 120));
      expect(await scene().listFirings()).toEqual([]);
      expect(process.warnings).not.toEqual([]);
      isBroken = false;
      await process.show(bitcoinAt(2, 100));
      expect(await scene().listMinutes()).toEqual([1, 1]);
      expect(notified.slice(-2)).toEqual((await scene().listFirings()).map(({ id }) => id));
    });

    it('for one alert every time stops neither its own firing nor the others', async () => {
      await scene().armMore(await scene().arm(), 5);
      const notified: string[] = [];
      let odd: string | undefined;
      const process = await scene().startProcess({
        notify: async (tx, firing) => {
          odd ??= firing.alert_id;
          // On PostgreSQL, a failed statement aborts the whole transaction.
          if (odd === firing.alert_id) await sql`select nothing from nowhere`.execute(tx);
          notified.push(firing.alert_id);
        },
      });
      await process.show(bitcoinAt(1, 120));
      for (let again = 0; again < 3; again += 1) await process.evaluator.evaluateNow();
      const firings = await scene().listFirings();
      expect([firings.length, notified.length, new Set(notified).size]).toEqual([6, 5, 5]);
      expect(notified).not.toContain(odd);
      expect(process.recorded).toBe(1);
      await process.show(bitcoinAt(2, 100), bitcoinAt(3, 120));
      expect(await scene().listFirings()).toHaveLength(6);
    });
  });

  describe('a temporary fault', () => {
    it('loses no notification and no firing, even after many failures', async () => {
      const id = await scene().arm();
      let broken = 4;
      const notified: string[] = [];
      const process = await scene().startProcess({
        notify: async (_, firing) => {
          broken -= 1;
          if (broken >= 0) throw new Error('the connection was lost');
          notified.push(firing.alert_id);
        },
      });
      await process.show(bitcoinAt(1, 120));
      for (let again = 0; again < 3; again += 1) await process.evaluator.evaluateNow();
      expect([notified, await scene().listMinutes()]).toEqual([[id], [1]]);
    });

    it('of the database while alerts are written one by one loses none of them', async () => {
      await scene().armMore(await scene().arm(), 2);
      let isDown = false;
      let tries = 0;
      const process = await scene().startProcess({
        wrapService: (service) => ({
          async record(step, options) {
            if (step.crossings.length > 0) tries += 1;
            // The batch fails three times; then firings are written one by one, and fail from the second on.
            isDown = tries <= 3 || (tries >= 5 && tries < 8);
            if (isDown) throw new Error('the database restarts');
            return service.record(step, options);
          },
        }),
      });
      await process.show(bitcoinAt(1, 120));
      for (let again = 0; again < 8; again += 1) await process.evaluator.evaluateNow();
      expect(await scene().listMinutes()).toEqual([1, 1, 1]);
      expect(process.warnings).not.toEqual([]);
    });
  });

  describe('two processes', () => {
    const ttl = 10_000;

    it('evaluate once, and each continues with what it saw when the other is gone', async () => {
      await scene().arm();
      const [first, second] = [
        await scene().startProcess({ holder: 'first', doOthersRun: true }),
        await scene().startProcess({ holder: 'second', doOthersRun: true }),
      ];
      await first.show(bitcoinAt(1, 105));
      await second.show(bitcoinAt(1, 105));
      // The first is gone from here on; the second sees quotes before it may take over.
      await second.show(bitcoinAt(1.01, 106), bitcoinAt(1.02, 120), bitcoinAt(1.03, 100));
      expect(await scene().listMinutes()).toEqual([]);
      expect([await first.readMetrics(), await second.readMetrics()]).toMatchObject([
        { alerts_armed: 1 },
        { alerts_armed: 0 },
      ]);
      scene().now += ttl + 1;
      await second.evaluator.evaluateNow();
      expect(await scene().listFirings()).toMatchObject([
        { crossed_after: at(1.01), crossed_by: at(1.02), price: '120' },
      ]);
      // The first was only slow, and finds out that it was overtaken.
      await first.evaluator.evaluateNow();
      expect(await first.readMetrics()).toMatchObject({ alerts_armed: 0 });
      await first.show(bitcoinAt(1.02, 120), bitcoinAt(1.03, 100), bitcoinAt(2, 120));
      await second.show(bitcoinAt(2, 120));
      expect(await scene().listMinutes()).toEqual([1.02]);
    });

    it('leave what they saw to a third process', async () => {
      await scene().arm();
      const first = await scene().startProcess({ holder: 'first' });
      const second = await scene().startProcess({ holder: 'second', doOthersRun: true });
      await first.show(bitcoinAt(1, 105));
      await second.show(bitcoinAt(1.01, 120), bitcoinAt(1.02, 100));
      const third = await scene().startProcess({ holder: 'third' });
      await third.show(bitcoinAt(2, 101));
      expect(await scene().listFirings()).toMatchObject([{ crossed_by: at(1.02 - 0.01), price: '120' }]);
    });

    it('that both evaluate do not write the same firing twice', async () => {
      await scene().arm({ repeat: 'every' });
      await scene().arm();
      const [first, second] = [
        await scene().startProcess({ lease: leaseForAll }),
        await scene().startProcess({ lease: leaseForAll }),
      ];
      await first.show(bitcoinAt(1, 105));
      await second.show(bitcoinAt(1, 105), bitcoinAt(2, 120));
      await first.show(bitcoinAt(2, 120), bitcoinAt(3, 121), bitcoinAt(4, 100));
      await second.show(bitcoinAt(100, 120));
      expect(await scene().listMinutes()).toEqual([2, 2, 100]);
      expect([...first.warnings, ...second.warnings]).toEqual([]);
    });
  });

  it('reload all alerts after many were armed, so that removed ones do not pile up', async () => {
    const process = await scene().startProcess();
    await process.show(bitcoinAt(1, 100));
    const id = await scene().arm({ armed_as_of: at(1) });
    await scene().armMore(id, 10_500);
    await process.show(bitcoinAt(2, 101));
    await scene().db.deleteFrom('alerts').where('id', '!=', id).execute();
    await process.show(bitcoinAt(3, 102), bitcoinAt(4, 120));
    expect(await scene().listMinutes()).toEqual([4]);
  });
});
