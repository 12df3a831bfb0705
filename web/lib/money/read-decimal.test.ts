import { describe, expect, it } from 'vitest';
import { describeUnread, readDecimal, readingOf, writeDecimal } from './read-decimal.ts';

describe('a typed number', () => {
  it('has a message about its length if it is too long, and another for anything else that can’t be read', () => {
    const tooLong = 'Must have at most 24 digits before the point and 18 after it';
    expect(describeUnread('1'.repeat(25))).toBe(tooLong);
    expect(describeUnread(`0.${'1'.repeat(37)}`)).toBe(tooLong);
    expect(['0', '-1', 'x', '1e30', ''].map(describeUnread)).toEqual(
      Array(5).fill('Must be a positive number'),
    );
  });

  it('is read with the reader’s decimal separator', () => {
    expect([readDecimal('1,234', '.'), readDecimal('1,234', ',')]).toEqual(['1234', '1.234']);
    expect([readDecimal('1.234', '.'), readDecimal('1.234', ',')]).toEqual(['1.234', '1234']);
  });

  it('is read the same for everyone if it can mean only one thing', () => {
    for (const separator of ['.', ','] as const) {
      expect(readDecimal('0,5', separator)).toBe('0.5');
      expect(readDecimal('0.500', separator)).toBe('0.500');
      expect(readDecimal('0,123', separator)).toBe('0.123');
      expect(readDecimal('12,34567', separator)).toBe('12.34567');
      expect(readDecimal('1.234,56', separator)).toBe('1234.56');
      expect(readDecimal('1,234.56', separator)).toBe('1234.56');
      expect(readDecimal('1 234 567', separator)).toBe('1234567');
      expect(readDecimal("1'234.5", separator)).toBe('1234.5');
      expect(readDecimal('.5', separator)).toBe('0.5');
      expect(readDecimal('007', separator)).toBe('7');
    }
  });

  it('is refused if it is not a number or too long for the ledger', () => {
    const wrong = [
      '',
      'one',
      '-1',
      '1e5',
      '1,2,3',
      '1.2.3',
      '12,34.5',
      '1,234,56',
      '1.',
      `1${'0'.repeat(24)}`,
    ];
    for (const text of [...wrong, `0.${'1'.repeat(37)}`, '٣'])
      expect([text, readDecimal(text, '.')]).toEqual([text, null]);
    expect(readDecimal(`${'9'.repeat(24)}.${'9'.repeat(18)}`, '.')).toBe(
      `${'9'.repeat(24)}.${'9'.repeat(18)}`,
    );
  });

  it('is shown again if it isn’t obvious how it was read', () => {
    expect(readingOf('1,234', '.')).toBe('1234');
    expect(readingOf('0,5', ',')).toBe('0.5');
    expect(readingOf('0.5', ',')).toBeUndefined();
    expect(readingOf('wrong', '.')).toBeUndefined();
  });
});

it('A number that the page writes into a field is read back as it was', () => {
  for (const plain of ['17.585', '0.125', '1.234', '999', '2223.435', '123456.789', ''])
    for (const separator of ['.', ','] as const)
      expect(readDecimal(writeDecimal(plain, separator), separator)).toBe(plain === '' ? null : plain);
});
