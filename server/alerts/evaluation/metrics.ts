import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Milliseconds } from '#contract/units.ts';

/** The metrics of the evaluation. */
export interface AlertMetrics {
  setArmed(alerts: number): void;
  countFirings(firings: number): void;
  countFailure(): void;
  /** Starts a timer; call the returned function to record an evaluation. */
  startEvaluation(): () => void;
}

/** Registers the metrics. `readLag` returns how far the evaluation lags behind the newest quotes; null if unknown. */
export function createAlertMetrics(
  registry: Registry | undefined,
  readLag: () => Promise<Milliseconds | null>,
): AlertMetrics {
  const registers = registry ? [registry] : [];
  const armed = new Gauge({
    name: 'alerts_armed',
    help: 'Alerts that this process evaluates; 0 if another process does. Paused and removed alerts count until they are crossed or reloaded.',
    registers,
  });
  const firings = new Counter({ name: 'alert_firings_total', help: 'Alerts that fired.', registers });
  const failures = new Counter({
    name: 'alert_evaluation_failures_total',
    help: 'Evaluations that failed and are retried.',
    registers,
  });
  const duration = new Histogram({
    name: 'alert_evaluation_duration_seconds',
    help: 'Time to evaluate the quotes of one refresh and to write the firings.',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  new Gauge({
    name: 'alert_evaluation_lag_seconds',
    help: 'Age of the last evaluated quotes, by any process, relative to the newest; absent while either is unknown.',
    registers,
    async collect() {
      const lag = await readLag().catch(() => null);
      if (lag === null) this.remove();
      else this.set(lag / 1000);
    },
  });
  return {
    setArmed: (alerts) => armed.set(alerts),
    countFirings: (count) => firings.inc(count),
    countFailure: () => failures.inc(),
    startEvaluation: () => duration.startTimer(),
  };
}
