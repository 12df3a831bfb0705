import { expect, it } from 'vitest';
import type { Instant } from '#contract/units.ts';
import { at, bitcoinAt, describeEvaluation } from '../../../tests/support/alerts/alert-evaluation.ts';
import { createRandom } from '../../../tests/support/create-random.ts';

/** What a user's alert is expected to do. Thresholds and prices are whole numbers, in dollars or half-dollar euros. */
interface Expected {
  readonly id: string;
  threshold: number;
  readonly isUp: boolean;
  readonly currency: 'usd' | 'eur';
  repeat: 'once' | 'every';
  cooldownMinutes: number;
  isActive: boolean;
  held: boolean | null;
  shouldFireIfTrue: boolean;
  armedAsOf: Instant;
  nextAllowedAt: Instant;
}

const runs = Number(process.env.EDIT_RUNS ?? 3);
/** The third is one in which a one-time alert was once forgotten during a cooldown. */
const firstSeed = 20;
const steps = 60;
const never = Number.NEGATIVE_INFINITY;

describeEvaluation('alerts that are edited, paused, restarted and left without rates', (scene) => {
  it('fire exactly when each of them should', { timeout: 3_600_000 }, async () => {
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      await scene().stop();
      await scene().prepare();
      const { expected, found, story } = await play(seed);
      expect({ seed, story, fired: found }).toEqual({ seed, story, fired: expected });
    }
  });

  async function play(seed: number) {
    const random = createRandom(seed);
    const pick = <T>(...choices: readonly T[]) => choices[Math.floor(random() * choices.length)]!;
    const story: string[] = [];
    const expected: string[] = [];
    const alerts: Expected[] = [];
    let last = { asOf: at(0), price: null as number | null, rate: null as number | null };
    let process = await scene().startProcess();

    const figureOf = ({ currency }: Pick<Expected, 'currency'>, { price, rate }: typeof last) => {
      if (price === null) return null;
      if (currency === 'usd') return price;
      return rate === null ? null : price * rate;
    };
    const holds = ({ isUp, threshold }: Expected, figure: number) =>
      isUp ? figure >= threshold : figure <= threshold;

    async function show(minutes: number): Promise<void> {
      const accepted = random() < 0.85 ? pick(90, 96, 100, 104, 110) : null;
      const rate = random() < 0.7 ? 0.5 : null;
      const quote = { asOf: at(minutes), price: accepted, rate };
      story.push(`${minutes}: ${accepted} ${rate}`);
      process.rates = new Map(rate === null ? [] : [['eur', String(rate)]]);
      const coin = accepted === null ? { quarantined: true as const } : {};
      await process.show(bitcoinAt(minutes, accepted ?? last.price ?? 100, { coin }));
      for (const alert of alerts) expectOf(alert, quote);
      // A held-back row shows the last accepted price.
      last = { ...quote, price: accepted ?? last.price };
    }

    function expectOf(alert: Expected, quote: typeof last): void {
      const figure = figureOf(alert, quote);
      if (!alert.isActive || figure === null || quote.asOf <= alert.armedAsOf) return;
      const isHolding = holds(alert, figure);
      const isDue = isHolding && (alert.held === false || alert.shouldFireIfTrue);
      [alert.held, alert.shouldFireIfTrue] = [isHolding, false];
      if (!isDue || quote.asOf < alert.nextAllowedAt) return;
      expected.push(`${quote.asOf} ${alert.id}`);
      if (alert.repeat === 'once') alert.isActive = false;
      else alert.nextAllowedAt = quote.asOf + alert.cooldownMinutes * 60_000;
    }

    const arming = (whenTrue: 'wait' | 'fire') => ({
      armed_as_of: last.asOf,
      armed_price: last.price === null ? null : String(last.price),
      armed_rate: last.rate === null ? null : String(last.rate),
      when_true: whenTrue,
    });
    function armedBy(alert: Expected, whenTrue: 'wait' | 'fire'): void {
      const figure = figureOf(alert, last);
      alert.isActive = true;
      alert.held = figure === null ? null : holds(alert, figure);
      alert.shouldFireIfTrue = whenTrue === 'fire';
      alert.armedAsOf = last.asOf;
      alert.nextAllowedAt = never;
    }

    async function add(): Promise<void> {
      const currency = pick('usd', 'eur');
      const [isUp, repeat, whenTrue] = [
        pick(true, false),
        pick('once', 'every'),
        pick('wait', 'wait', 'fire'),
      ];
      const threshold = pick(95, 100, 105) * (currency === 'usd' ? 1 : 0.5);
      const cooldownMinutes = pick(60, 120);
      const id = await scene().arm({
        ...{
          condition: isUp ? 'price_above' : 'price_below',
          threshold: String(threshold),
          currency,
          repeat,
        },
        ...{ cooldown_minutes: cooldownMinutes, ...arming(whenTrue) },
      });
      const terms = { id, threshold, isUp, currency, repeat, cooldownMinutes };
      const alert: Expected = {
        ...{ ...terms, isActive: true, held: null, shouldFireIfTrue: false },
        ...{ armedAsOf: last.asOf, nextAllowedAt: never },
      };
      armedBy(alert, whenTrue);
      alerts.push(alert);
      story.push(`add ${JSON.stringify(terms)} ${whenTrue}`);
    }

    async function set(alert: Expected, change: Record<string, unknown>): Promise<void> {
      story.push(`${alert.id}: ${JSON.stringify(change)}`);
      await scene().db.updateTable('alerts').set(change).where('id', '=', alert.id).execute();
    }

    async function edit(): Promise<void> {
      const alert = pick(...alerts);
      if (!alert) return;
      const kind = pick('repeat', 'repeat', 'cooldown', 'note', 'pause', 'resume', 'threshold', 'delete');
      if (kind === 'repeat') {
        alert.repeat = pick('once', 'every');
        await set(alert, { repeat: alert.repeat });
      }
      if (kind === 'cooldown') {
        alert.cooldownMinutes = pick(60, 120);
        await set(alert, { cooldown_minutes: alert.cooldownMinutes });
      }
      if (kind === 'note') await set(alert, { note: 'x' });
      if (kind === 'pause' && alert.isActive) {
        alert.isActive = false;
        await set(alert, { status: 'paused' });
      }
      if (kind === 'delete') {
        alert.isActive = false;
        alerts.splice(alerts.indexOf(alert), 1);
        story.push(`delete ${alert.id}`);
        await scene().db.deleteFrom('alerts').where('id', '=', alert.id).execute();
      }
      if (kind !== 'resume' && kind !== 'threshold') return;
      const whenTrue = pick('wait', 'wait', 'fire');
      alert.threshold = pick(95, 100, 105) * (alert.currency === 'usd' ? 1 : 0.5);
      armedBy(alert, whenTrue);
      story.push(`rearm ${alert.id} ${alert.threshold} ${whenTrue}`);
      await scene().rearm(alert.id, { ...arming(whenTrue), threshold: String(alert.threshold) });
    }

    let minutes = 0;
    for (let step = 0; step < steps; step += 1) {
      const chance = random();
      if (chance < 0.2) await add();
      else if (chance < 0.45) await edit();
      else if (chance < 0.5) {
        story.push('restart');
        await process.evaluator.stop();
        process = await scene().startProcess();
      } else {
        minutes += pick(5, 20, 45);
        await show(minutes);
      }
    }
    expect(process.warnings).toEqual([]);
    const firings = await scene().listFirings();
    const found = firings.map(({ alert_id, crossed_by }) => `${crossed_by} ${alert_id}`);
    return { expected: expected.sort(), found: found.sort(), story };
  }
});
