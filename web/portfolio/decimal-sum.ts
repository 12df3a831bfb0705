/** The exact sum of decimals written plainly, as decimal text. */
export function sumDecimals(texts: readonly string[]): string {
  const decimals = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const total = texts.reduce((sum, text) => sum + toUnits(text, decimals), 0n);
  return toText(total, decimals);
}

/** The order of two decimals written plainly: negative where the first is less, exactly. */
export function compareDecimals(one: string, other: string): number {
  const difference = sumDecimals([one, other.startsWith('-') ? other.slice(1) : `-${other}`]);
  if (!/[1-9]/.test(difference)) return 0;
  return difference.startsWith('-') ? -1 : 1;
}

/** A decimal as a whole number of its smallest units, of which `decimals` digits stand after the point. */
function toUnits(text: string, decimals: number): bigint {
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return isNegative ? -units : units;
}

function toText(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
