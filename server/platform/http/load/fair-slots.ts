import type { Milliseconds } from '#contract/units.ts';
import { type Clock, systemClock } from '../../clock.ts';
import type { AppError } from '../app-error.ts';
import { busyError } from './turns.ts';

export interface SlotLimits {
  readonly slots: number;
  /** Slots that one subject can take. */
  readonly perSubject: number;
  /** Slots that a subject with one already leaves to those that have none. */
  readonly kept: number;
  /** How many more requests may wait, in total and per subject, and for how long. */
  readonly maxWaiting: number;
  readonly maxWaitingOfSubject: number;
  readonly maxWaitMs: Milliseconds;
  /** How long a subject may hold slots: `atOnceMs` in one go, and in the long run this part of the time. Default: no limit. */
  readonly share?: { readonly atOnceMs: Milliseconds; readonly part: number };
}

interface Subject {
  open: number;
  waiting: number;
  /** When it was last admitted, as a count of all admissions. */
  lastAdmitted: number;
  /** What is left of its share as of `at`. */
  leftMs: Milliseconds;
  at: number;
}

interface Holder {
  readonly since: number;
  readonly makeWay: () => boolean;
}

interface Waiting {
  readonly subject: Subject;
  readonly settle: (isAdmitted: boolean) => void;
}

/**
 * A few slots for which subjects compete, such as the networks that send files. However many requests a subject makes,
 * and however slowly, it leaves room for others: some slots are kept for subjects that have none, a free slot goes to
 * the subject that has waited for one longest, and a subject can hold slots only for its share of the time.
 */
export class FairSlots {
  readonly #limits: SlotLimits;
  readonly #clock: Clock;
  readonly #subjects = new Map<string, Subject>();
  /** In the order of arrival. */
  readonly #waiting: Waiting[] = [];
  /** Those that may make way, in the order of their admission. */
  readonly #holders = new Set<Holder>();
  #open = 0;
  #admissions = 0;

  constructor(limits: SlotLimits, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Resolves with the function that frees the slot, which may be called twice. Rejects with `rate_limited` if the
   * subject has used up its own share, and with `unavailable` if others have the slots, it took too long or `signal`
   * aborted. `makeWay` is called once the slot has been held for `atOnceMs` of its share and another subject waits for
   * one: it gives the slot up and returns true, or returns false.
   */
  async enter(name: string, signal: AbortSignal, makeWay?: () => boolean): Promise<() => void> {
    if (signal.aborted) throw busyError('unavailable');
    const subject = this.#find(name);
    try {
      if (!this.#canAdmit(subject)) await this.#wait(subject, signal);
      else this.#admit(subject);
    } catch (error) {
      this.#forgetIdle(name, subject);
      throw error;
    }
    const since = this.#clock.now();
    const holder = { since, makeWay: makeWay ?? (() => false) };
    this.#holders.add(holder);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#holders.delete(holder);
      this.#refill(subject);
      subject.leftMs -= Math.max(0, this.#clock.now() - since);
      subject.open -= 1;
      this.#open -= 1;
      this.#admitNext();
      this.#forgetIdle(name, subject);
    };
  }

  #find(name: string): Subject {
    const known = this.#subjects.get(name);
    if (known) return known;
    const leftMs = this.#limits.share?.atOnceMs ?? 0;
    const subject = { open: 0, waiting: 0, lastAdmitted: 0, leftMs, at: this.#clock.now() };
    this.#subjects.set(name, subject);
    return subject;
  }

  #canAdmit(subject: Subject): boolean {
    const { slots, kept, perSubject } = this.#limits;
    if (subject.open >= perSubject || this.#isExhausted(subject)) return false;
    return this.#open < (subject.open === 0 ? slots : slots - kept);
  }

  #admit(subject: Subject): void {
    this.#open += 1;
    this.#admissions += 1;
    subject.open += 1;
    subject.lastAdmitted = this.#admissions;
  }

  async #wait(subject: Subject, signal: AbortSignal): Promise<void> {
    const { maxWaiting, maxWaitingOfSubject, maxWaitMs } = this.#limits;
    if (this.#isExhausted(subject) || subject.waiting >= maxWaitingOfSubject) throw this.#refuse(subject);
    if (this.#waiting.length >= maxWaiting && !this.#displace(subject)) throw this.#refuse(subject);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const entry: Waiting = { subject, settle: resolve };
    subject.waiting += 1;
    this.#waiting.push(entry);
    if (subject.open === 0) this.#askForRoom();
    // Stops waiting immediately, because a slot given to this request before it continues would be lost.
    const giveUp = () => this.#remove(entry) && resolve(false);
    const timer = setTimeout(giveUp, maxWaitMs).unref();
    signal.addEventListener('abort', giveUp);
    try {
      if (!(await promise)) throw this.#refuse(subject);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Asks those that have held their slots for long, the longest first, until one makes way. */
  #askForRoom(): void {
    const { share } = this.#limits;
    if (!share || this.#open < this.#limits.slots) return;
    const latest = this.#clock.now() - share.atOnceMs;
    for (const { since, makeWay } of this.#holders) if (since < latest && makeWay()) return;
  }

  /** Makes room among those waiting, at the expense of the subject with most, if it has more than this one would. */
  #displace(subject: Subject): boolean {
    const most = this.#waiting.reduce((one, other) =>
      other.subject.waiting > one.subject.waiting ? other : one,
    );
    if (most.subject.waiting <= subject.waiting + 1) return false;
    const last = this.#waiting.findLast((entry) => entry.subject === most.subject)!;
    this.#remove(last);
    last.settle(false);
    return true;
  }

  #admitNext(): void {
    const [next] = this.#waiting
      .filter(({ subject }) => this.#canAdmit(subject))
      .sort((a, b) => a.subject.open - b.subject.open || a.subject.lastAdmitted - b.subject.lastAdmitted);
    if (!next) return;
    this.#remove(next);
    this.#admit(next.subject);
    next.settle(true);
  }

  /** False if it no longer waited. */
  #remove(entry: Waiting): boolean {
    const index = this.#waiting.indexOf(entry);
    if (index < 0) return false;
    this.#waiting.splice(index, 1);
    entry.subject.waiting -= 1;
    return true;
  }

  #refill(subject: Subject): void {
    const { share } = this.#limits;
    const now = this.#clock.now();
    // The clock may be set back.
    const passed = Math.max(0, now - subject.at);
    subject.at = now;
    if (share) subject.leftMs = Math.min(share.atOnceMs, subject.leftMs + passed * share.part);
  }

  #isExhausted(subject: Subject): boolean {
    if (!this.#limits.share) return false;
    this.#refill(subject);
    return subject.leftMs <= 0;
  }

  #refuse(subject: Subject): AppError {
    const { share } = this.#limits;
    if (share && this.#isExhausted(subject))
      return busyError('rate_limited', Math.ceil((1 - subject.leftMs) / share.part / 1000));
    return busyError(subject.open > 0 ? 'rate_limited' : 'unavailable');
  }

  /** Forgets subjects that have nothing to remember. */
  #forgetIdle(name: string, subject: Subject): void {
    if (this.#isIdle(subject)) this.#subjects.delete(name);
    if (this.#subjects.size <= maxRemembered) return;
    for (const [other, one] of this.#subjects) if (this.#isIdle(one)) this.#subjects.delete(other);
  }

  #isIdle(subject: Subject): boolean {
    if (subject.open > 0 || subject.waiting > 0) return false;
    this.#refill(subject);
    return subject.leftMs >= (this.#limits.share?.atOnceMs ?? Number.NEGATIVE_INFINITY);
  }
}

/** How many subjects may be remembered, because their share is not full, before all are checked again. */
const maxRemembered = 1000;
