import type { NumberCell } from './format-writer.ts';

export const all = ['buy', 'sell', 'swap', 'deposit', 'withdrawal', 'staking'] as const;
export const withoutSwap = ['buy', 'sell', 'deposit', 'withdrawal', 'staking'] as const;
export const n = (number: string): NumberCell => ({ number });
export const minus = (number: string): NumberCell => ({ number: `-${number}` });
export const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
export const iso = (at: number) => new Date(at).toISOString();
const scale = 8;
const units = (text: string) => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
};
/** The sum of two amounts of at most eight places. */
export const plus = (one: string, other: string) => {
  const digits = (units(one) + units(other)).toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

/** The difference of two amounts of at most eight places. It must be positive. */
export function less(one: string, other: string): string {
  const digits = (units(one) - units(other)).toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
