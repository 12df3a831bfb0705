import type { PersonalEvent, PersonalEvents } from '#server/platform/streams/personal-events.ts';

/** Personal events in memory. `happen` writes one and sends it immediately. */
export class FakePersonalEvents implements PersonalEvents {
  readonly #written: (PersonalEvent & { userId: string })[] = [];
  readonly #subscribers = new Map<string, Set<(event: PersonalEvent) => void>>();
  /** Awaited before missed events are returned. */
  beforeSince: () => Promise<void> = async () => undefined;

  position(): string {
    return String(this.#written.length);
  }

  async latest(): Promise<string> {
    return this.position();
  }

  get subscriberCount(): number {
    return [...this.#subscribers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  subscribe(userId: string, send: (event: PersonalEvent) => void): () => void {
    const own = this.#subscribers.get(userId) ?? new Set();
    this.#subscribers.set(userId, own.add(send));
    return () => void own.delete(send);
  }

  async since(userId: string, afterId: string, limit: number): Promise<PersonalEvent[]> {
    await this.beforeSince();
    return this.#written
      .filter((event) => event.userId === userId && BigInt(event.id) > BigInt(afterId))
      .slice(0, limit);
  }

  happen(userId: string, text: string): void {
    const event = {
      id: String(this.#written.length + 1),
      event: 'alert',
      data: JSON.stringify(text),
    } as const;
    this.#written.push({ userId, ...event });
    for (const send of this.#subscribers.get(userId) ?? []) send(event);
  }
}
