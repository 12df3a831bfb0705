import type { QueryClient } from '@tanstack/react-query';
import type { Firing } from '#contract/alerts/alerts.ts';
import { formatEveryDigit } from '#web/lib/decimal-formats.ts';
import { paths } from '#web/lib/paths.ts';
import { onStreamEvent } from '#web/lib/stream/stream-events.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { describeCrossing } from '../alert-words.ts';
import { refreshAlerts } from '../queries.ts';

/** Firings within this time share one message. In milliseconds. */
const gatherMs = 250;
/** Coin names in a message about several alerts. */
const maxNames = 2;

/** Shows a message for each alert that fires and refreshes the lists. Returns a function that stops this. */
export function followFirings(client: QueryClient): () => void {
  let gathered: Firing[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function showGathered(): void {
    timer = undefined;
    const fresh = gathered.filter(({ seen }) => !seen);
    gathered = [];
    void refreshAlerts(client);
    if (fresh.length > 0) showToast({ ...describeFirings(fresh), to: paths.alerts });
  }

  const stops = [
    onStreamEvent('alert', (firing) => {
      gathered.push(firing);
      timer ??= setTimeout(showGathered, gatherMs);
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
      description: `${describeCrossing(first)}: at ${formatEveryDigit(first.price, first.currency)}`,
    };
  }
  const names = [...new Set(firings.map(({ name }) => name))];
  const more = names.length - maxNames;
  const shown = more > 0 ? [...names.slice(0, maxNames), `${more} more`] : names;
  return { title: `${firings.length} alerts fired`, description: joinWords(shown) };
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
