import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFreeOfTags, type MarkKind, placeMarks, type ScaleMark, tagPitch } from './scale-marks.ts';

const height = 440;
/** From 0 at the bottom to 440 at the top, so that a price equals its height. */
const scale = { height, toY: (price: number) => height - price };
const mark = (key: string, price: number, kind: MarkKind = 'alert'): ScaleMark => ({
  key,
  kind,
  price,
  name: key,
  note: '',
});
const find = (marks: readonly ScaleMark[], key: string) =>
  placeMarks(marks, scale).find((placed) => placed.key === key)!;

describe('the marks on the price axis', () => {
  it('are at their height, or outside the scale at its end, nearest first', () => {
    const marks = [
      mark('now', 200, 'price'),
      mark('alert', 300),
      mark('cost', -50, 'cost'),
      mark('low', -400, 'low'),
      mark('high', 900, 'high'),
    ];
    expect(find(marks, 'alert')).toMatchObject({ y: 140, tagY: 140, dock: null });
    expect(find(marks, 'high')).toMatchObject({ tagY: 14, dock: 'top' });
    expect(find(marks, 'low')).toMatchObject({ tagY: height - 14, dock: 'bottom' });
    expect(find(marks, 'cost')).toMatchObject({ tagY: height - 14 - tagPitch, dock: 'bottom' });
  });

  it('push each other apart, but not the current price', () => {
    const marks = [mark('now', 200, 'price'), mark('above', 205), mark('below', 199)];
    expect(find(marks, 'now').tagY).toBe(240);
    expect(find(marks, 'above').tagY).toBe(240 - tagPitch);
    expect(find(marks, 'below').tagY).toBe(240 + tagPitch);
  });

  it('never overlap, however many there are', () => {
    const kinds = fc.constantFrom<MarkKind>('alert', 'cost', 'high', 'low');
    const prices = fc.double({ min: -300, max: 800, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(kinds, prices), { maxLength: 7 }), (drawn) => {
        const marks = [
          mark('now', 220, 'price'),
          ...drawn.map(([kind, price], index) => mark(String(index), price, kind)),
        ];
        const tags = placeMarks(marks, scale)
          .map(({ tagY }) => tagY)
          .sort((a, b) => a - b);
        for (let index = 1; index < tags.length; index++) {
          expect(tags[index]! - tags[index - 1]!).toBeGreaterThanOrEqual(tagPitch / 2 - 0.001);
        }
      }),
    );
  });

  it('hide the tick labels within 22 px', () => {
    const placed = placeMarks([mark('now', 200, 'price')], scale);
    expect(isFreeOfTags(240 + 21.9, placed)).toBe(false);
    expect(isFreeOfTags(240 + 22, placed)).toBe(true);
    expect(isFreeOfTags(240 - 22, placed)).toBe(true);
  });

  it('are at most four at an end', () => {
    const placed = placeMarks(
      Array.from({ length: 9 }, (_, index) => mark(String(index), 500 + index)),
      scale,
    );
    expect(placed.map(({ key }) => key)).toEqual(['0', '1', '2', '3']);
  });
});
