import type { Instant, Milliseconds } from '#contract/units.ts';
import type { StreamWants } from './stream-messages.ts';

/** How long a tab's answer counts. Expires, because a crashed tab doesn't sign off. */
const maxAge: Milliseconds = 150_000;

/** How much of the stream is wanted. */
export type StreamScope = 'nothing' | 'alerts' | 'all';

/** What each tab wants from the stream, by tab id. */
export class TabWants {
  readonly #byTab = new Map<string, { readonly wants: StreamWants; readonly at: Instant }>();

  set(tab: string, wants: StreamWants): void {
    this.#byTab.set(tab, { wants, at: Date.now() });
  }

  remove(tab: string): void {
    this.#byTab.delete(tab);
  }

  /** Removes tabs that have been silent for too long. */
  removeSilent(): void {
    const oldest = Date.now() - maxAge;
    for (const [tab, { at }] of this.#byTab) if (at < oldest) this.#byTab.delete(tab);
  }

  /** The union of what the tabs want; visitors have no alerts. */
  findScope(isSignedIn: boolean): StreamScope {
    const wants = [...this.#byTab.values()].map((tab) => tab.wants);
    if (wants.some(({ market }) => market)) return 'all';
    return isSignedIn && wants.some(({ alerts }) => alerts) ? 'alerts' : 'nothing';
  }
}
