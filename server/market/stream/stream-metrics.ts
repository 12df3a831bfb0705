import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers the stream's metrics. */
export function registerStreamMetrics(
  registry: Registry,
  stream: { readonly clientCount: number; readonly droppedCount: number },
  personal: { readonly clientCount: number },
): void {
  const registers = [registry];
  new Gauge({
    name: 'stream_clients',
    help: 'Open streams, by whether their client is signed in.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.set({ kind: 'member' }, personal.clientCount);
      this.set({ kind: 'guest' }, stream.clientCount - personal.clientCount);
    },
  });
  new Counter({
    name: 'stream_clients_dropped_total',
    help: 'Streams closed because their client did not read them.',
    registers,
    collect() {
      this.reset();
      this.inc(stream.droppedCount);
    },
  });
}
