import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeDelayMs, createTooltipTimer, openDelayMs, skipDelayMs } from './tooltip-timer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const shown: (string | null)[] = [];
  return { shown, timer: createTooltipTimer<string>((anchor) => shown.push(anchor)) };
}

it('A tooltip opens after 700 ms over its anchor, but not if the pointer leaves before', () => {
  expect([openDelayMs, skipDelayMs]).toEqual([700, 300]);
  const { shown, timer } = start();
  timer.hover('a');
  vi.advanceTimersByTime(699);
  timer.hover(null);
  vi.advanceTimersByTime(1000);
  timer.hover('a');
  vi.advanceTimersByTime(699);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['a']);
});

it('The next tooltip opens immediately within 300 ms of the last', () => {
  const { shown, timer } = start();
  timer.hover('a');
  vi.advanceTimersByTime(700);
  timer.hover('b');
  expect(shown).toEqual(['a', 'b']);
  timer.hover(null);
  vi.advanceTimersByTime(closeDelayMs + 299);
  timer.hover('c');
  expect(shown).toEqual(['a', 'b', null, 'c']);
  timer.hover(null);
  vi.advanceTimersByTime(closeDelayMs + 300);
  timer.hover('d');
  vi.advanceTimersByTime(699);
  expect(shown).toEqual(['a', 'b', null, 'c', null]);
});

it('A tooltip stays while the pointer is over it', () => {
  const { shown, timer } = start();
  timer.hover('a');
  vi.advanceTimersByTime(700);
  timer.hover(null);
  timer.hold();
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual(['a']);
  timer.hover(null);
  vi.advanceTimersByTime(closeDelayMs);
  expect(shown).toEqual(['a', null]);
});

it('A tooltip opens immediately on focus, and after dismissal stays closed until the pointer returns', () => {
  const { shown, timer } = start();
  timer.open('a');
  timer.dismiss();
  expect(shown).toEqual(['a', null]);
  timer.hover('b');
  timer.dismiss();
  timer.hover('b');
  vi.advanceTimersByTime(5000);
  expect(shown).toEqual(['a', null, 'b', null]);
  timer.hover(null);
  vi.advanceTimersByTime(5000);
  timer.hover('b');
  vi.advanceTimersByTime(700);
  expect(shown).toEqual(['a', null, 'b', null, 'b']);
});
