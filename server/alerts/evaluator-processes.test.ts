import { describe, expect, it } from 'vitest';
import { at, bitcoinAt, describeEvaluation } from '../../tests/support/alert-evaluation.ts';
import type { Lease } from '../platform/lease.ts';

/** As if none of them noticed that another has it. */
const leaseForAll: Lease = {
  acquire: async () => true,
  getHolder: async () => null,
  release: async () => undefined,
};

describeEvaluation('processes that evaluate alerts', (scene) => {
  describe('what fails', () => {
    it('while it is written is written as a whole later: nothing fires without its deliveries', async () => {
      await scene().arm();
      await scene().arm();
      let failures = 2;
      const told: string[] = [];
      const process = await scene().startProcess({
        onFired: [
          async (_, firing) => {
            if (told.length === 1 && failures > 0) {
              failures -= 1;
              told.splice(0);
              throw new Error('no room');
            }
            told.push(firing.id);
          },
        ],
      });
      await process.show(bitcoinAt(1, 120));
      expect([await scene().listMinutes(), process.warnings.length]).toEqual([[], 1]);
      await process.show(bitcoinAt(2, 100));
      expect([await scene().listMinutes(), process.warnings.length]).toEqual([[], 2]);
      await process.evaluator.evaluateNow();
      expect(await scene().listMinutes()).toEqual([1, 1]);
      expect(told).toEqual((await scene().listFirings()).map(({ id }) => id));
    });
  });

  describe('two processes', () => {
    const ttl = 15_000;

    it('evaluate once, and each goes on from what it saw when the other is gone', async () => {
      await scene().arm();
      const [first, second] = [
        await scene().startProcess({ holder: 'first', hasEnded: () => false }),
        await scene().startProcess({ holder: 'second', hasEnded: () => false }),
      ];
      await first.show(bitcoinAt(1, 105));
      await second.show(bitcoinAt(1, 105));
      // The first is gone from here on; what the second sees happens before it may take over.
      await second.show(bitcoinAt(1.1, 106), bitcoinAt(1.2, 120), bitcoinAt(1.3, 100));
      expect(await scene().listMinutes()).toEqual([]);
      scene().now += ttl + 1;
      await second.evaluator.evaluateNow();
      expect(await scene().listFirings()).toMatchObject([
        { crossed_after: at(1.1), crossed_by: at(1.2), price: '120' },
      ]);
      // It was not gone, only slow: it finds out.
      await first.show(bitcoinAt(1.2, 120), bitcoinAt(1.3, 100), bitcoinAt(2, 120));
      await second.show(bitcoinAt(2, 120));
      expect(await scene().listMinutes()).toEqual([1.2]);
    });

    it('that both take themselves for the one do not write the same twice', async () => {
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

  it('read all alerts anew where many are armed, so that what is gone does not pile up', async () => {
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
