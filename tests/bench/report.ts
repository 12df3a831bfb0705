/** A measured figure and its target. */
export interface Finding {
  readonly what: string;
  /** The figure as text, with its unit. */
  readonly measured: string;
  /** Absent if the figure only explains another. */
  readonly wanted?: { readonly text: string; readonly isMet: boolean };
}

/** A finding with an upper or lower bound. */
export function limited(
  what: string,
  value: number,
  limit: { atMost: number } | { atLeast: number },
  format: (value: number) => string,
): Finding {
  const [sign, bound, isMet] =
    'atMost' in limit
      ? ['≤', limit.atMost, value <= limit.atMost]
      : ['≥', limit.atLeast, value >= limit.atLeast];
  return { what, measured: format(value), wanted: { text: `${sign} ${format(bound)}`, isMet } };
}

/** Prints findings in columns. */
export function printFindings(title: string, findings: readonly Finding[]): void {
  const width = (pick: (finding: Finding) => string) => Math.max(...findings.map((f) => pick(f).length));
  const whatWidth = width(({ what }) => what);
  const measuredWidth = width(({ measured }) => measured);
  console.log(`\n${title}`);
  for (const { what, measured, wanted } of findings) {
    const verdict = wanted ? `   ${wanted.text}: ${wanted.isMet ? 'yes' : 'NO'}` : '';
    console.log(`  ${what.padEnd(whatWidth)}   ${measured.padStart(measuredWidth)}${verdict}`);
  }
}

export const times = (value: number) => `${value.toFixed(2)}x`;
export const microseconds = (value: number) => `${value.toFixed(1)} µs`;
export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en-US')}/s`;
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const kibibytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
export const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
