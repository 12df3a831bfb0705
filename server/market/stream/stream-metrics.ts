import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts who reads the stream. */
export function registerStreamMetrics(
  registry: Registry,
  stream: { readonly clientCount: number; readonly droppedCount: number },
  personal: { readonly clientCount: number },
): void {
  const registers = [registry];
  new Gauge({
    name: 'stream_clients',
    help: 'Open streams, by whether somebody who is signed in reads them.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.set({ kind: 'member' }, personal.clientCount);
      this.set({ kind: 'guest' }, stream.clientCount - personal.clientCount);
    },
  });
  new Counter({
    name: 'stream_clients_dropped_total',
    help: 'Streams ended because nobody read them.',
    registers,
    collect() {
      this.reset();
      this.inc(stream.droppedCount);
    },
  });
}
