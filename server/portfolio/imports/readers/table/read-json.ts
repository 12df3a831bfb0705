import { draftLimits } from '../../drafts/draft-limits.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { refuseNul } from './refuse-nul.ts';
import { type Table, type TableRow, tableLimits } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A number with the file's digits, some of which a floating-point number would lose. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON file as a table: a list of flat objects, or Ghostfolio's export with account names. */
export function readJson(text: string): Table {
  const document = parse(text.replace(/^\uFEFF/, ''));
  const accounts = nameAccounts(document);
  const entries = listEntries(document);
  const columns = [...new Set(entries.flatMap((entry) => Object.keys(entry)))].slice(
    0,
    tableLimits.maxColumns,
  );
  const rows = entries.map((entry, index): TableRow => {
    const account = accounts.get(toText(entry.accountId)) ?? '';
    const cells = [...columns.map((column) => toText(entry[column])), account];
    refuseNul(index + 1, cells);
    return { line: index + 1, cells };
  });
  return { separator: '', rows: [{ line: 0, cells: [...columns, 'account'] }, ...rows] };
}

/** About as many as 100,000 rows have. The limit keeps the parser from running out of memory. */
const maxValues = 1_600_000;
const structure: ReadonlySet<number> = new Set([...'{[,'].map((sign) => sign.charCodeAt(0)));

function refuseTooMany(text: string): void {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) if (structure.has(text.charCodeAt(at))) values += 1;
  if (values > maxValues)
    throw new UnreadableFile('too_many_rows', 'The file has more values than 100,000 rows can have');
}

function parse(text: string): unknown {
  refuseTooMany(text);
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value,
    );
  } catch (error) {
    throw new UnreadableFile('unreadable', describeFailure(error, text));
  }
}

/** Includes the line at which the text stops being JSON. */
function describeFailure(error: unknown, text: string): string {
  const at = /position (\d{1,12})/.exec(error instanceof Error ? error.message : '')?.[1];
  if (at === undefined) return 'The file is incomplete: its JSON can’t be read';
  return `The file is incomplete: its JSON can’t be read at line ${text.slice(0, Number(at)).split('\n').length}`;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listEntries(document: unknown): Fields[] {
  const list = isFields(document) ? (document.activities ?? document.orders) : document;
  if (!Array.isArray(list))
    throw new UnreadableFile('unknown_format', 'This file is not in a format we know', {
      columns: isFields(document) ? listKeys(document) : [],
    });
  if (list.length > tableLimits.maxRows)
    throw new UnreadableFile('too_many_rows', 'The file has more than 100,000 rows');
  return list.filter(isFields);
}

const listKeys = (document: Fields) =>
  Object.keys(document)
    .slice(0, 100)
    .map((key) => key.slice(0, draftLimits.maxColumnLength));

function nameAccounts(document: unknown): ReadonlyMap<string, string> {
  const list =
    isFields(document) && Array.isArray(document.accounts) ? document.accounts.filter(isFields) : [];
  return new Map(list.map(({ id, name }) => [toText(id), toText(name)]));
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Digits) return value.text;
  return typeof value === 'boolean' ? String(value) : '';
}
