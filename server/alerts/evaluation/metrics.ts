import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What the evaluation of alerts counts about itself. */
export interface AlertMetrics {
  setArmed(alerts: number): void;
  countFirings(firings: number): void;
  countFailure(): void;
  /** Begins to time an evaluation; called again, what is given ends it. */
  startEvaluation(): () => void;
}

/** Registers the metrics of alerts. `readLag` gives how far the evaluation is behind the newest quotes (ms), or null. */
export function createAlertMetrics(
  registry: Registry | undefined,
  readLag: () => Promise<number | null>,
): AlertMetrics {
  const registers = registry ? [registry] : [];
  const armed = new Gauge({
    name: 'alerts_armed',
    help: 'Alerts that this process holds against quotes; 0 where another one does. Those paused or removed since they were read count until they are crossed.',
    registers,
  });
  const firings = new Counter({ name: 'alert_firings_total', help: 'Alerts that fired.', registers });
  const failures = new Counter({
    name: 'alert_evaluation_failures_total',
    help: 'Evaluations that failed, and are done anew.',
    registers,
  });
  const duration = new Histogram({
    name: 'alert_evaluation_duration_seconds',
    help: 'Time to hold the alerts against the quotes of one refresh, and to write what fired.',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  new Gauge({
    name: 'alert_evaluation_lag_seconds',
    help: 'How much older the quotes last evaluated, by whichever process, are than the newest; absent while either is not known.',
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
