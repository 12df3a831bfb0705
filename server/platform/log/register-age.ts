import { Gauge, type Registry } from 'prom-client';

/** Registers a gauge of the seconds since `getAsOf`, computed on read; absent while that is null. */
export function registerAge(
  registers: Registry[],
  metric: { name: string; help: string; now: () => number; getAsOf: () => number | null },
): void {
  const { name, help, now, getAsOf } = metric;
  new Gauge({
    name,
    help,
    registers,
    collect() {
      const asOf = getAsOf();
      if (asOf === null) this.remove();
      else this.set((now() - asOf) / 1000);
    },
  });
}
