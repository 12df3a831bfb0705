import { describe, expect, it } from 'vitest';
import { layOutValueLine, lineVariant, toPercentages } from './value-line-layout.ts';

const day = (
  date: string,
  value: string | null,
  invested: string | null = '10',
  bitcoin: string | null = '12',
) => ({
  day: date,
  value,
  invested,
  bitcoin,
});

describe('the value of a portfolio day by day', () => {
  it('is drawn with the money put in, as steps, and the same money in bitcoin', () => {
    const layout = layOutValueLine(
      [day('2024-01-01', '10'), day('2024-01-02', '11', '20'), day('2024-01-03', '25', '20')],
      600,
      200,
    )!;
    expect(layout.value.match(/[ML]/g)).toEqual(['M', 'L', 'L']);
    expect(layout.invested.match(/[MHV]/g)).toEqual(['M', 'H', 'V', 'H', 'V']);
    expect(layout.bitcoin).toMatch(/^M0\.0 /);
    expect([layout.variant, layout.points.length]).toEqual(['default', 3]);
    expect(layout.points[2]!.y!).toBeLessThan(layout.points[0]!.y!);
    expect(layout.last?.text).toBe('$25.00');
  });

  it('has a gap if a price is missing, and is not drawn if all are', () => {
    const gap = layOutValueLine(
      [day('2024-01-01', '3'), day('2024-01-02', null), day('2024-01-03', '2')],
      600,
      200,
    )!;
    expect(gap.value.match(/[ML]/g)).toEqual(['M', 'M']);
    expect(gap.variant).toBe('destructive');
    expect(layOutValueLine([day('2024-01-01', null)], 600, 200)).toBeNull();
    expect(layOutValueLine([], 600, 200)).toBeNull();
  });

  it('is red if it ends below its first known value, in the legend too', () => {
    const fell = [day('2024-01-01', null), day('2024-01-02', '3'), day('2024-01-03', '2')];
    expect(lineVariant(fell)).toBe('destructive');
    expect(lineVariant([...fell, day('2024-01-04', '3')])).toBe('default');
    expect(lineVariant(toPercentages(fell))).toBe('destructive');
    expect(lineVariant([])).toBe('default');
  });

  it('is drawn for a single day, and for very many', () => {
    expect(layOutValueLine([day('2024-01-01', '0', '0', null)], 300, 180)?.last).not.toBeNull();
    const many = Array.from({ length: 3_000 }, (_, index) =>
      day(new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10), String(index)),
    );
    const layout = layOutValueLine(many, 600, 200)!;
    expect(layout.points.length).toBeLessThanOrEqual(502);
    expect(layout.points.at(-1)?.day.value).toBe('2999');
  });

  it('below zero has labels that keep their distance, and room for the last value', () => {
    const days = [day('2024-01-01', '75000'), day('2024-01-02', '-226355', '75000', null)];
    const layout = layOutValueLine(days, 600, 200)!;
    const majors = layout.ticks.filter(({ isMajor }) => isMajor).map(({ value }) => value);
    expect(majors).toEqual([-200_000, -100_000, 0]);
    expect(layout.last?.text).toBe('-$226,355');
    expect(layout.width - layout.right).toBeGreaterThan(60);
    const single = layOutValueLine([day('2024-01-01', '0', '0', null)], 300, 180)!;
    expect(Math.min(...single.ticks.map(({ value }) => value))).toBe(0);
  });

  it('is drawn in percent of the first value above zero, without any amount', () => {
    const days = [day('2024-01-01', '0'), day('2024-01-02', '40', '40', null), day('2024-01-03', '50', '80')];
    const shares = toPercentages(days);
    expect(shares.map(({ value }) => value)).toEqual(['0', '100', '125']);
    expect(shares[1]).toEqual({ day: '2024-01-02', value: '100', invested: '100', bitcoin: null });
    expect(shares[2]!.invested).toBe('200');
    const layout = layOutValueLine(shares, 600, 200, 'percent')!;
    expect(layout.last?.text).toBe('+25%');
    expect(layout.tickText(100)).toBe('0%');
    expect(
      toPercentages([day('2024-01-01', '0'), day('2024-01-02', null)]).map(({ value }) => value),
    ).toEqual([null, null]);
  });
});
