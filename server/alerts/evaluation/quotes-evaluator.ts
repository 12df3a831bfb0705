import type { Logger } from 'pino';
import type { MarketSource } from '#contract/market.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import { maxClockSkewMs } from './clock-skew.ts';
import { type LoadedAlerts, loadAlerts } from './loaded-alerts.ts';
import type { AlertMetrics } from './metrics.ts';
import type { EvaluationService } from './service.ts';
import type { EvaluationStore } from './store.ts';
import { writeEvaluation } from './write-evaluation.ts';

export interface QuotesEvaluatorDeps {
  readonly evaluations: EvaluationStore;
  readonly service: EvaluationService;
  /** Called after firings were written. */
  readonly onRecorded: () => void;
  readonly metrics: AlertMetrics;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/** Evaluates stored quotes in order, keeping the alerts in memory in between. */
export interface QuotesEvaluator {
  /**
   * Evaluates a source's next quotes. `none`: there are none. `overtaken`: another process evaluates; nothing is
   * written.
   */
  evaluateNext(source: MarketSource): Promise<'written' | 'none' | 'overtaken'>;
  /** Drops the alerts in memory, because another process evaluates. */
  release(): void;
  /** Call it after `evaluateNext` rejects: what was written is read again. */
  recover(): void;
}

interface State {
  loaded: LoadedAlerts | undefined;
  /** Consecutive failures. */
  failures: number;
}

/** After this many consecutive failures each firing is written separately. */
const maxBatchFailures = 3;

export function createQuotesEvaluator(deps: QuotesEvaluatorDeps): QuotesEvaluator {
  const state: State = { loaded: undefined, failures: 0 };
  return {
    async evaluateNext(source) {
      const accepted = await findNextQuotes(deps, state, source);
      if (!accepted) return 'none';
      return (await evaluate(deps, state, accepted)) ? 'written' : 'overtaken';
    },
    release() {
      state.loaded = undefined;
    },
    recover() {
      state.loaded = undefined;
      state.failures += 1;
    },
  };
}

async function findNextQuotes(
  { evaluations, clock }: QuotesEvaluatorDeps,
  { loaded }: State,
  source: MarketSource,
): Promise<AcceptedQuotes | null> {
  const asOf = loaded?.source === source ? loaded.asOf : await evaluations.getAsOf(source);
  const newer = await evaluations.findQuotes(source, asOf);
  const latest = clock.now() + maxClockSkewMs;
  // If the progress is past `latest`, the clock has been set back since: continue with quotes up to the present.
  return newer ?? (asOf > latest ? evaluations.findQuotes(source, 0, latest) : null);
}

async function evaluate(deps: QuotesEvaluatorDeps, state: State, accepted: AcceptedQuotes): Promise<boolean> {
  const { metrics, clock } = deps;
  const endTimer = metrics.startEvaluation();
  const alerts = await takeAlerts(deps, state, accepted.source);
  const crossed = alerts.cross(accepted, clock.now());
  const next = alerts.after(accepted);
  const evaluated = {
    source: alerts.source,
    before: alerts.asOf,
    crossings: crossed.crossings,
    next,
    switchedToReal: alerts.listSwitchedToReal(accepted),
    firedAt: clock.now(),
  };
  const written = await writeEvaluation(deps, evaluated, { isOneByOne: state.failures >= maxBatchFailures });
  state.failures = 0;
  if (!written) {
    deps.logger.info('another process has evaluated the alerts in the meantime');
    state.loaded = undefined;
    return false;
  }
  alerts.advance(accepted, crossed, next, (key) => !written.stillArmed.has(key));
  endTimer();
  metrics.setArmed(alerts.size);
  metrics.countFirings(written.firingCount);
  if (written.firingCount > 0) deps.onRecorded();
  return true;
}

/** The alerts in memory plus those armed since, or all of them reloaded. */
async function takeAlerts(
  deps: QuotesEvaluatorDeps,
  state: State,
  source: MarketSource,
): Promise<LoadedAlerts> {
  const { loaded } = state;
  const { clock } = deps;
  if (loaded?.source === source && !loaded.needsReload) {
    await loaded.readNew(clock.now());
    return loaded;
  }
  const reloaded = await loadAlerts(deps, source, clock.now());
  state.loaded = reloaded;
  return reloaded;
}
