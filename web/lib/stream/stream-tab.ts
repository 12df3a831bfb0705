import { type LeaderWatch, watchLeader } from './leader-watch.ts';
import { createStreamLeader, type StreamLeader } from './stream-leader.ts';
import type {
  EventMessage,
  LeaderMessage,
  StateMessage,
  StreamWants,
  TabMessage,
} from './stream-messages.ts';
import type { StreamPosition } from './stream-position.ts';
import { createStreamReceiver, type StreamReceiver } from './stream-receiver.ts';
import { joinTabGroup, type TabGroup } from './tab-group.ts';

interface TabOptions {
  /** Tabs with the same token share a stream. Null for visitors. */
  readonly token: string | null;
  /** The tab's position in the common events under its previous token, or without one. */
  readonly q: string;
  getWants(): StreamWants;
  onEvent(name: string, data: unknown): void;
  onLive(isLive: boolean): void;
  onRefused(token: string): void;
}

/** One tab's part in the shared stream: it leads if no other tab with its token does, and follows otherwise. */
export class StreamTab {
  readonly #id = Math.random().toString(36).slice(2);
  readonly #options: TabOptions;
  readonly #receiver: StreamReceiver;
  readonly #group: TabGroup<TabMessage>;
  readonly #watch: LeaderWatch;
  /** Set while this tab leads. */
  #leader: StreamLeader | undefined;

  /** Takes part until `leave`. */
  constructor(options: TabOptions) {
    this.#options = options;
    this.#receiver = createStreamReceiver(options);
    this.#group = joinTabGroup<TabMessage>(toGroupName(options.token), {
      onLead: () => this.#lead(),
      onDemoted: () => this.#stepDown(),
      onMessage: (message) => this.#onMessage(message),
    });
    this.#watch = watchLeader({
      ask: () => this.#group.post({ kind: 'ask' }),
      onSilent: () => this.#group.takeLead(),
    });
    this.update();
    this.wake();
  }

  get position(): StreamPosition {
    return this.#receiver.position;
  }

  /** Announces what the page wants now. */
  update(): void {
    const wants = this.#options.getWants();
    if (this.#leader) this.#leader.setWants(this.#id, wants);
    else this.#group.post({ kind: 'want', tab: this.#id, wants });
  }

  /** Checks that some tab leads, and that nothing was missed while the browser suspended this one. */
  wake(): void {
    if (!this.#leader) this.#watch.check();
  }

  leave(): void {
    this.#watch.stop();
    this.#leader?.close();
    this.#leader = undefined;
    this.#group.post({ kind: 'bye', tab: this.#id });
    this.#group.leave();
  }

  #lead(): void {
    this.#watch.cancel();
    this.#leader = createStreamLeader({
      token: this.#options.token,
      getPosition: () => this.position,
      publish: (message) => this.#publish(message),
      askWants: () => this.#askWants(),
      onRefused: this.#options.onRefused,
    });
    this.#askWants();
  }

  /** Stops leading, because another tab has taken the lead. */
  #stepDown(): void {
    this.#leader?.close();
    this.#leader = undefined;
    this.#receiver.setLive(false);
    this.update();
    this.wake();
  }

  #publish(message: EventMessage | StateMessage): void {
    this.#receiver.receive(message);
    this.#group.post(message);
  }

  #askWants(): void {
    this.#group.post({ kind: 'roll-call' });
    this.update();
  }

  #onMessage(message: TabMessage): void {
    if (message.kind === 'want') this.#leader?.setWants(message.tab, message.wants);
    else if (message.kind === 'bye') this.#leader?.removeTab(message.tab);
    else if (message.kind === 'ask') this.#leader?.publishState();
    else if (!this.#leader) this.#hear(message);
  }

  #hear(message: LeaderMessage): void {
    this.#watch.hear();
    if (message.kind === 'roll-call') this.update();
    else this.#receiver.receive(message);
  }
}

/** Only the last characters of the token, which identify it well enough and give no access. */
const toGroupName = (token: string | null) => `altimeter:stream:${token?.slice(-16) ?? ''}`;
