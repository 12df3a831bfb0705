import type { NumberCell } from './format-writer.ts';

export const allKinds = ['buy', 'sell', 'swap', 'deposit', 'withdrawal', 'staking'] as const;
export const kindsWithoutSwap = ['buy', 'sell', 'deposit', 'withdrawal', 'staking'] as const;
export const cell = (number: string): NumberCell => ({ number });
export const negativeCell = (number: string): NumberCell => ({ number: `-${number}` });
/** UTC to the second, such as `2024-05-01 12:30:00`. */
export const formatTime = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
export const formatIsoTime = (at: number) => new Date(at).toISOString();
const scale = 8;
const units = (text: string) => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
};
/** The sum of two amounts of at most eight places. */
export const add = (one: string, other: string) => {
  const digits = (units(one) + units(other)).toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

/** The difference of two amounts of at most eight places. It must be positive. */
export function subtract(one: string, other: string): string {
  const digits = (units(one) - units(other)).toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
