import type { PriceScale } from './price-scale.ts';

export type MarkKind = 'price' | 'alert' | 'cost' | 'high' | 'low';

/** A price that the tape carries. */
export interface ScaleMark {
  readonly key: string;
  readonly kind: MarkKind;
  readonly price: number;
  /** At the left end of its line. */
  readonly name: string;
  /** Beside the name, left out on a phone. */
  readonly note: string;
  /** The price before it was moved: the scale does not follow a mark under the hand. */
  readonly savedPrice?: number;
}

export interface PlacedMark extends ScaleMark {
  /** Its height on the scale; outside the plot if docked. */
  readonly y: number;
  /** Where its tag stands: marks push each other apart. */
  readonly tagY: number;
  /** The end of the tape it docks at, with an arrow; null: it is on the scale. */
  readonly dock: 'top' | 'bottom' | null;
}

/** From one tag's middle to the next. */
export const tagPitch = 24;
/** From the end of the tape to the middle of its outermost tag. */
const dockInset = 14;
/** Tick labels closer than this to a tag are hidden. */
const tickClearance = 22;
const maxDocked = 4;

type Placeable = Pick<PriceScale, 'toY'> & { readonly height: number };

/** The marks outside the scale, nearest first, at each end. Farther ones than there is room for are left out. */
export function listDocked(marks: readonly ScaleMark[], { toY, height }: Placeable) {
  const above = marks.filter(({ price }) => toY(price) < 0).sort((a, b) => a.price - b.price);
  const below = marks.filter(({ price }) => toY(price) > height).sort((a, b) => b.price - a.price);
  return { above: above.slice(0, maxDocked), below: below.slice(0, maxDocked) };
}

/** The height that so many docked tags need. */
export const dockHeight = (count: number) =>
  count === 0 ? 0 : dockInset + (count - 1) * tagPitch + tagPitch;

/** Places each mark at its height, the price now exactly, and docks what lies outside. */
export function placeMarks(marks: readonly ScaleMark[], scale: Placeable): PlacedMark[] {
  const { toY, height } = scale;
  const { above, below } = listDocked(marks, scale);
  const docked = [
    // The farthest stands at the very end.
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

/** Tags one pitch apart: outwards from the price now, which stays, then back from the ends. */
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
  // The ends of the tape belong to what is docked there.
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

/** Whether a tick's label at that height would touch no tag. */
export function isFreeOfTags(y: number, placed: readonly PlacedMark[]): boolean {
  return placed.every(({ tagY }) => Math.abs(tagY - y) >= tickClearance);
}
