import type { Milliseconds } from '#contract/units.ts';

const dayMs: Milliseconds = 86_400_000;

/** A cell's tags up to its value, perhaps with a formula, and the value. */
const valueCell =
  /(<(?:\w+:)?c\s[^<>]*>(?:<(?:\w+:)?f(?:\s[^<>]*)?>(?:[^<]*<\/(?:\w+:)?f>)?)?\s*<(?:\w+:)?v>)([^<]*)/g;
const styleAttribute = /\ss=["'](\d+)["']/;
const typeAttribute = /\st=["'](?!n["'])/;

/** Tells which of a spreadsheet's styles show a number as a date. Rejects if one of them is missing. */
export type FindDateStyles = (styles: readonly string[]) => Promise<readonly boolean[]>;

/**
 * Makes the dates of sheets exact to the millisecond. They are fractions of days, often a millionth of a second too
 * small, and the parser cuts them off: 10:00:00 would be read as 09:59:59.999, and differ from the CSV of the same
 * rows. Each date becomes the middle of the millisecond that it is nearest to.
 */
export function createDateRounder(findDateStyles: FindDateStyles): (sheet: string) => Promise<string> {
  const known = new Map<string, boolean>();
  return async (sheet) => {
    const unknown = new Set<string>();
    const round = () =>
      sheet.replace(valueCell, (cell, tags: string, digits: string) => {
        const cellTag = tags.slice(0, tags.indexOf('>'));
        const style = styleAttribute.exec(cellTag)?.[1];
        if (style === undefined || typeAttribute.test(cellTag)) return cell;
        const isDate = known.get(style);
        if (isDate === undefined) unknown.add(style);
        return isDate ? tags + roundDate(digits) : cell;
      });
    const rounded = round();
    if (unknown.size === 0) return rounded;
    const styles = [...unknown];
    for (const [index, isDate] of (await findDateStyles(styles)).entries()) known.set(styles[index]!, isDate);
    return round();
  };
}

function roundDate(digits: string): string {
  const days = Number(digits);
  return digits.trim() === '' || !Number.isFinite(days)
    ? digits
    : String((Math.round(days * dayMs) + 0.5) / dayMs);
}
