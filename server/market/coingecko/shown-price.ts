import { toPlainText } from '#server/platform/http/clean-text.ts';

const smallDigits = '₀₁₂₃₄₅₆₇₈₉';
const plainNumber = /^\d{1,15}(?:\.\d{1,40})?(?:e[+-]?\d{1,3})?$/i;

/**
 * A price in dollars, sent as a number (now), as text such as `$0.0₅1234` (2024) or as HTML such as
 * `$0.0<sub title="0.000001234">5</sub>1234`, where the subscript counts the zeros. Null for anything else.
 */
export function readShownPrice(shown: unknown): number | null {
  if (typeof shown === 'number') return toPrice(shown);
  if (typeof shown !== 'string' || shown.length > 500) return null;
  const title = /\btitle\s*=\s*["']\$?([\d.,e+-]+)["']/i.exec(shown)?.[1];
  const text = title ?? toPlainText(spellZeros(shown));
  const digits = text.replace(/[$,\s]/g, '');
  return plainNumber.test(digits) ? toPrice(Number(digits)) : null;
}

function spellZeros(shown: string): string {
  return shown
    .replace(/0<sub[^<>]*>(\d{1,2})<\/sub>/gi, (_, count: string) => '0'.repeat(Number(count)))
    .replace(/0([₀₁₂₃₄₅₆₇₈₉]{1,2})/g, (_, count: string) =>
      '0'.repeat(Number([...count].map((digit) => smallDigits.indexOf(digit)).join(''))),
    );
}

function toPrice(value: number): number | null {
  return Number.isFinite(value) && value > 0 ? value : null;
}
