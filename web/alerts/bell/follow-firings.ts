import type { QueryClient } from '@tanstack/react-query';
import type { Firing } from '#contract/alerts.ts';
import { formatDollars } from '#contract/decimal.ts';
import { paths } from '#web/lib/paths.ts';
import { onStreamEvent } from '#web/lib/stream/stream-events.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { describeCrossing } from '../alert-words.ts';
import { refreshAlerts } from '../queries.ts';

/** What fires together is told together: milliseconds. */
const gatherMs = 250;
/** Names told of several alerts. */
const mostNames = 2;

/** Tells of each alert that fires, and keeps the lists up with it, until stopped. */
export function followFirings(client: QueryClient): () => void {
  let gathered: Firing[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    timer = undefined;
    const fresh = gathered.filter(({ seen }) => !seen);
    gathered = [];
    void refreshAlerts(client);
    if (fresh.length > 0) showToast({ ...describeFirings(fresh), to: paths.alerts });
  }

  const stops = [
    onStreamEvent('alert', (firing) => {
      gathered.push(firing);
      timer ??= setTimeout(tell, gatherMs);
    }),
    onStreamEvent('reset', (names) => {
      if (names.includes('alert')) void refreshAlerts(client);
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** The message about alerts that fired together. */
export function describeFirings(firings: readonly Firing[]): { title: string; description: string } {
  const [first] = firings;
  if (firings.length === 1 && first) {
    const demo = first.source === 'simulated' ? ' (demo market)' : '';
    return {
      title: `${first.name} alert${demo}`,
      description: `${describeCrossing(first)}: at ${formatDollars(first.price)}`,
    };
  }
  const names = [...new Set(firings.map(({ name }) => name))];
  const more = names.length - mostNames;
  const told = more > 0 ? [...names.slice(0, mostNames), `${more} more`] : names;
  return { title: `${firings.length} alerts fired`, description: joinWords(told) };
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
