import { clockText, dayText, monthName, type Zone, zonedTime } from '../chart/chart-time.ts';
import { dayMs } from '../coin-chart/choose-span.ts';
import type { TimeWindow } from '../coin-chart/time-window.ts';

const yearMs = 365.25 * dayMs;

/** A window as dates: `12 – 19 Dec`, `28 Nov – 3 Dec`, `Dec 2023 – Jan 2025`. Under two days, times are included. */
export function describeWindow({ from, to }: TimeWindow, zone: Zone): string {
  const [start, end] = [zonedTime(from, zone), zonedTime(to, zone)];
  const isSameDay = start.day === end.day && start.month === end.month && start.year === end.year;
  if (isSameDay) return `${dayText(start)}, ${clockText(start)} – ${clockText(end)}`;
  if (to - from < 2 * dayMs) {
    return `${dayText(start)}, ${clockText(start)} – ${dayText(end)}, ${clockText(end)}`;
  }
  if (start.year !== end.year) {
    return `${monthName(start.month)} ${start.year} – ${monthName(end.month)} ${end.year}`;
  }
  if (start.month !== end.month) return `${dayText(start)} – ${dayText(end)}`;
  return `${start.day} – ${dayText(end)}`;
}

/** The total time available: `of 11 years`, `of 7 days`. */
export function describeBounds({ from, to }: TimeWindow): string {
  const years = Math.floor((to - from) / yearMs + 0.02);
  if (years >= 1) return `of ${years} year${years === 1 ? '' : 's'}`;
  const days = Math.max(1, Math.round((to - from) / dayMs));
  return `of ${days} day${days === 1 ? '' : 's'}`;
}
