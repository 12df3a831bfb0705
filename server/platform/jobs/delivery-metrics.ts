import { Gauge, type Registry } from 'prom-client';

/** Messages waiting to be sent. */
export interface PendingQueue {
  countWaiting(): Promise<number>;
}

/** Reports how many messages wait in each queue. A queue that can't be read is left out. */
export function registerDeliveryMetrics(
  registry: Registry,
  queues: Readonly<Record<string, PendingQueue>>,
): void {
  new Gauge({
    name: 'deliveries_pending',
    help: 'Messages queued but not sent yet, across all processes, by channel; email includes sign-in codes.',
    labelNames: ['channel'],
    registers: [registry],
    async collect() {
      for (const [channel, queue] of Object.entries(queues)) {
        const waiting = await queue.countWaiting().catch(() => null);
        if (waiting === null) this.remove({ channel });
        else this.set({ channel }, waiting);
      }
    },
  });
}
