import { parsePosition } from '#server/platform/streams/stream-position.ts';
import type { Disruption } from './disruptions.ts';
import type { ReceivedEvent, StreamReader } from './stream-reader.ts';

/** The time around an outage of Redis in which intermediate quotes may be missing. Only the last ones must arrive. */
export const toleranceMs = 10_000;

interface Quote {
  readonly position: number;
  readonly at: number;
  /** Whether the reader was told just before it that events are missing. */
  readonly isAfterReset: boolean;
}

function listQuotes(events: readonly ReceivedEvent[]): Quote[] {
  let isAfterReset = false;
  const quotes: Quote[] = [];
  for (const { name, id, at } of events) {
    if (name === 'reset') isAfterReset = true;
    if (name !== 'quotes') continue;
    quotes.push({ position: parsePosition(id).common ?? Number.NaN, at, isAfterReset });
    isAfterReset = false;
  }
  return quotes;
}

/**
 * Finds what readers of the same stream, on any servers, missed or got twice. Assumes that together they received all
 * events.
 */
export function findStreamFaults(
  readers: readonly StreamReader[],
  disruptions: readonly Disruption[],
): { readonly faults: string[]; readonly compared: number } {
  const outages = disruptions.filter(({ kind }) => kind === 'redis');
  const isNearOutage = (from: number, to: number) =>
    outages.some((outage) => from < outage.to + toleranceMs && to > outage.from - toleranceMs);
  const received = readers.map(({ events }) => listQuotes(events));
  const all = [...new Set(received.flat().map(({ position }) => position))].toSorted((a, b) => a - b);
  const faults: string[] = [];
  let compared = 0;
  for (const [reader, quotes] of received.entries()) {
    for (const [index, quote] of quotes.entries()) {
      const before = quotes[index - 1];
      if (!before || quote.isAfterReset) continue;
      if (quote.position <= before.position)
        faults.push(`reader ${reader} got q${quote.position} after q${before.position}`);
      if (isNearOutage(before.at, quote.at)) continue;
      compared += 1;
      const missed = all.filter((one) => one > before.position && one < quote.position);
      if (missed.length > 0)
        faults.push(`reader ${reader} missed ${missed.length} before q${quote.position}`);
    }
    const resets = quotes.filter(({ isAfterReset, at }) => isAfterReset && !isNearOutage(at, at));
    if (resets.length > 0) faults.push(`reader ${reader} was reset ${resets.length} times`);
  }
  return { faults, compared };
}
