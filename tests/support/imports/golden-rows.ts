import { readGoldenImport } from './golden-imports.ts';
import { read } from './read-text.ts';

/** A file to be uploaded, and the fields to send with it. */
export interface GoldenRows {
  readonly text: string;
  readonly fields: Record<string, string>;
}

interface Row {
  readonly text: string;
  /** Null: the row is not a transaction. */
  readonly at: number | null;
}

/** A sample file, and its rows from the earliest to the latest. */
interface GoldenFile {
  readonly format: string;
  readonly whole: GoldenRows;
  readonly header: string;
  readonly rows: readonly Row[];
}

/** Reads a sample. Throws if it has more than a header and one line for each row. */
export async function readGoldenRows(name: string): Promise<GoldenFile> {
  const { bytes, format, rows: count } = readGoldenImport(name);
  const text = new TextDecoder().decode(bytes);
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length !== count) throw new Error(`${name} has ${lines.length} lines for ${count} rows`);
  const instants = new Map<number, number>();
  const { drafts } = await read(bytes);
  for (const { lines: own, occurredAt } of drafts) for (const line of own) instants.set(line, occurredAt);
  const rows = lines
    .map((line, index) => ({ text: line, at: instants.get(index + 2) ?? null }))
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return { format, whole: { text, fields: {} }, header, rows };
}

const write = ({ header }: GoldenFile, rows: readonly Row[], fields = {}): GoldenRows => ({
  text: [header, ...rows.map(({ text }) => text)].join('\n'),
  fields,
});

/** Every third row, then the others, backwards. */
const shuffle = (rows: readonly Row[]): Row[] =>
  [0, 2, 1].flatMap((start) => rows.filter((_, index) => index % 3 === start).toReversed());

/** The first index from `from` on at which a row has another instant than the row before it. */
function findCut(rows: readonly Row[], from: number): number {
  let cut = from;
  while (cut < rows.length && rows[cut]!.at === rows[cut - 1]!.at) cut += 1;
  return cut;
}

const hour = 3_600_000;
const iso = (at: number, hours: number) => new Date(at + hours * hour).toISOString();

interface ZoneChange {
  readonly change: (text: string, at: number) => string;
  readonly fields?: Record<string, string>;
}

/** How a row’s time is written in another zone, by format. */
const zoneChanges: Readonly<Record<string, ZoneChange>> = {
  bitvavo: {
    change: (text, at) => {
      const [, , time = '', ...others] = text.split(',');
      const [day, clock = ''] = iso(at, 9).split('T');
      return ['Asia/Tokyo', day, clock.slice(0, time.length), ...others].join(',');
    },
  },
  coinbase: {
    change: (text, at) => text.replace(/[\d-]{10} [\d:]{8} UTC/, `${iso(at, 2).slice(0, 19)}+02:00`),
  },
  cointracking: {
    change: (text, at) =>
      text.replace(/(?:[\d.]{10}|[\d-]{10}) [\d:]{8}/, iso(at, -5).slice(0, 19).replace('T', ' ')),
    fields: { timeZone: '-05:00' },
  },
  delta: {
    change: (text, at) => text.replace(/^[^,]+/, `${iso(at, 5.75).slice(0, 19).replace('T', ' ')}+05:45`),
  },
};

/** Ways to cut, order and write a file’s rows that must all give the same result. */
export const goldenVariants: readonly {
  readonly title: string;
  readonly make: (golden: GoldenFile) => GoldenRows[];
}[] = [
  { title: 'shuffled', make: (golden) => [write(golden, shuffle(golden.rows))] },
  {
    title: 'split in two, the later part first,',
    make: (golden) => {
      const cut = findCut(golden.rows, Math.ceil(golden.rows.length / 2));
      return [golden.rows.slice(cut), golden.rows.slice(0, cut)].map((rows) => write(golden, rows));
    },
  },
  {
    title: 'in two parts that overlap',
    make: (golden) => {
      const { length } = golden.rows;
      const [first, second] = [1, 2].map((third) => findCut(golden.rows, Math.ceil((length * third) / 3)));
      return [golden.rows.slice(0, second), golden.rows.slice(first)].map((rows) => write(golden, rows));
    },
  },
  { title: 'repeated', make: ({ whole }) => [whole, whole, whole] },
  {
    title: 'repeated in another time zone',
    make: (golden) => {
      const { change, fields } = zoneChanges[golden.format] ?? {};
      if (!change) throw new Error(`No other zone is known for a file of ${golden.format}`);
      const rows = golden.rows.map((row) => {
        const text = row.at === null ? null : change(row.text, row.at);
        if (text === row.text) throw new Error(`Not written in another zone: ${text}`);
        return { ...row, text: text ?? row.text };
      });
      return [write(golden, rows, fields), golden.whole];
    },
  },
];
