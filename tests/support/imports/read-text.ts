import type { Draft, DraftLeg, ReadOptions } from '../../../server/portfolio/imports/readers/draft.ts';
import { readFile } from '../../../server/portfolio/imports/readers/read-file.ts';

/** The instant at which test files are read. */
export const readAt = Date.UTC(2026, 10, 22);

const plainOptions: ReadOptions = { fileName: 'file.csv', format: null, timeZone: null, mapping: null };

/** Reads a file as the worker process does. */
export function read(content: string | Uint8Array, options: Partial<ReadOptions> = {}) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return readFile(bytes, { ...plainOptions, ...options }, readAt);
}

/** The result of reading a file: each draft and each problem on one line. */
export async function readText(content: string | Uint8Array, options: Partial<ReadOptions> = {}) {
  const { format, layout, rows, drafts, problems, ignored, openDate } = await read(content, options);
  return {
    file: `${format} ${layout}`,
    rows,
    drafts: drafts.map(describe),
    problems: problems.map(({ line, message }) => `${line}: ${message}`),
    ignored,
    openDate,
  };
}

/** Describes a draft, for example as `2: 2021-02-10 10:06:39 buy +1 BTC -100 EUR fee 0.26 EUR #ID`. */
function describe(draft: Draft): string {
  const { type, kind, fee, value, wallet, toWallet, externalId, lines } = draft;
  const parts = [
    `${lines.join('+')}:`,
    instantOf(draft),
    kind ? `${type}/${kind}` : type,
    draft.in && `+${legOf(draft.in)}`,
    draft.out && `-${legOf(draft.out)}`,
    fee && `fee ${legOf(fee)}`,
    value && `worth ${legOf(value)}`,
    (wallet || type === 'transfer') && `in ${wallet ?? '$wallet'}`,
    type === 'transfer' && `to ${toWallet ?? '$wallet'}`,
    externalId && `#${externalId}`,
  ];
  return parts.filter(Boolean).join(' ');
}

function instantOf({ occurredAt, precision }: Draft): string {
  const text = new Date(occurredAt).toISOString().replace('T', ' ').slice(0, 23);
  if (precision === 1) return text;
  return text.slice(0, precision === 1000 ? 19 : precision === 60_000 ? 16 : 10);
}

const legOf = (leg: DraftLeg) =>
  'currency' in leg
    ? `${leg.amount} ${leg.currency}`
    : `${leg.amount} ${leg.coinId ?? leg.ticker}${leg.name ? ` (${leg.name})` : ''}`;
