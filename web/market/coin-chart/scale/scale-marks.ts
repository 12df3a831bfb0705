import type { PriceScale } from './price-scale.ts';

export type MarkKind = 'price' | 'alert' | 'cost' | 'high' | 'low';

/** A price marked on the price axis. */
export interface ScaleMark {
  readonly key: string;
  readonly kind: MarkKind;
  readonly price: number;
  /** Shown at the left end of its line. */
  readonly name: string;
  /** Shown next to the name, but not on a phone. */
  readonly note: string;
  /** The price before the mark was moved. The scale is fitted to it, so that it doesn't move during a drag. */
  readonly savedPrice?: number;
}

export interface PlacedMark extends ScaleMark {
  /** Its y on the scale in px; outside the plot if docked. */
  readonly y: number;
  /** The y of its tag in px, which differs from `y` if marks push each other apart. */
  readonly tagY: number;
  /** The end of the price axis where it docks, with an arrow; null: it is on the scale. */
  readonly dock: 'top' | 'bottom' | null;
}

/** Distance between the middles of adjacent tags, in px. */
export const tagPitch = 24;
/** Distance from the end of the price axis to the middle of its outermost tag, in px. */
const dockInset = 14;
/** Tick labels closer than this to a tag are hidden. */
const tickClearance = 22;
const maxDocked = 4;

type Placeable = Pick<PriceScale, 'toY'> & { readonly height: number };

/** The marks outside the scale at each end, nearest first. The farthest are omitted if there is no room. */
export function listDocked(marks: readonly ScaleMark[], { toY, height }: Placeable) {
  const above = marks.filter(({ price }) => toY(price) < 0).sort((a, b) => a.price - b.price);
  const below = marks.filter(({ price }) => toY(price) > height).sort((a, b) => b.price - a.price);
  return { above: above.slice(0, maxDocked), below: below.slice(0, maxDocked) };
}

/** The height in px that this many docked tags need. */
export const dockHeight = (count: number) =>
  count === 0 ? 0 : dockInset + (count - 1) * tagPitch + tagPitch;

/** Places each mark near its height, the current price exactly, and docks marks outside the scale. */
export function placeMarks(marks: readonly ScaleMark[], scale: Placeable): PlacedMark[] {
  const { toY, height } = scale;
  const { above, below } = listDocked(marks, scale);
  const docked = [
    // The farthest is outermost.
    ...above.map((mark, index) => dock(mark, 'top', dockInset + (above.length - 1 - index) * tagPitch, toY)),
    ...below.map((mark, index) =>
      dock(mark, 'bottom', height - dockInset - (below.length - 1 - index) * tagPitch, toY),
    ),
  ];
  const inside = marks.filter(({ price }) => toY(price) >= 0 && toY(price) <= height);
  return [...spread(inside, scale, [dockHeight(above.length), height - dockHeight(below.length)]), ...docked];
}

function dock(mark: ScaleMark, end: 'top' | 'bottom', tagY: number, toY: PriceScale['toY']): PlacedMark {
  return { ...mark, y: toY(mark.price), tagY, dock: end };
}

/** Keeps tags one pitch apart: first outwards from the current price, which doesn't move, then back from the ends. */
function spread(
  marks: readonly ScaleMark[],
  { toY, height }: Placeable,
  [from, to]: readonly [number, number],
): PlacedMark[] {
  const placed = marks
    .map((mark) => ({ ...mark, y: toY(mark.price), tagY: toY(mark.price), dock: null }))
    .sort((a, b) => a.y - b.y || a.key.localeCompare(b.key));
  const now = placed.findIndex(({ kind }) => kind === 'price');
  const start = Math.max(0, now);
  for (let index = start - 1; index >= 0; index--) {
    placed[index]!.tagY = Math.min(placed[index]!.tagY, placed[index + 1]!.tagY - tagPitch);
  }
  for (let index = start + 1; index < placed.length; index++) {
    placed[index]!.tagY = Math.max(placed[index]!.tagY, placed[index - 1]!.tagY + tagPitch);
  }
  // The ends of the price axis are reserved for docked marks.
  let limit = to === height ? height : to - tagPitch / 2;
  for (let index = placed.length - 1; index >= 0 && placed[index]!.tagY > limit; index--) {
    placed[index]!.tagY = limit;
    limit -= tagPitch;
  }
  limit = from === 0 ? 0 : from + tagPitch / 2;
  for (let index = 0; index < placed.length && placed[index]!.tagY < limit; index++) {
    placed[index]!.tagY = limit;
    limit += tagPitch;
  }
  return placed;
}

/** Whether a tick's label at `y` is clear of all tags. */
export function isFreeOfTags(y: number, placed: readonly PlacedMark[]): boolean {
  return placed.every(({ tagY }) => Math.abs(tagY - y) >= tickClearance);
}
