import { describe, expect, it } from 'vitest';
import { columnsOfWidth, optionalColumns, readColumns, writeColumns } from './apply-look.ts';

describe('the columns of the market table', () => {
  it('survive writing and reading, in their fixed order', () => {
    expect(writeColumns(['line', 'change'])).toBe('change.line');
    for (const columns of [optionalColumns, ['cap'], []] as const) {
      expect(readColumns(writeColumns(columns))).toEqual(columns);
    }
  });

  it('are null, for those of the width, if a text names none', () => {
    for (const text of [null, '', 'nonsense', '.']) expect(readColumns(text)).toBeNull();
  });

  it('are more on a wider page', () => {
    expect([360, 768, 1024, 1200].map((width) => columnsOfWidth(width).length)).toEqual([2, 2, 4, 6]);
  });
});
