import { formatLocalDay } from './local-day.ts';

/** An account export, as read from a file. */
export interface AccountFile {
  readonly name: string;
  /** `1 May 2024`, in local time. */
  readonly exportedOn: string | null;
  readonly email: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The server's limit. */
const maxBytes = 128 * 1024 * 1024;

/** Reads an account file. Rejects with an `Error` with a message for the user if it isn't an export. */
export async function readAccountFile(file: File): Promise<AccountFile> {
  if (file.size > maxBytes) throw new Error('This file is larger than 128 MB.');
  const content = parse(await file.text());
  if (!isRecord(content)) throw new Error('This file is not an account export: it is not JSON.');
  if (!isRecord(content.data))
    throw new Error('This file is not an account export: it has no “data” section.');
  const { exportedAt, account, data } = content;
  return {
    name: file.name,
    exportedOn: typeof exportedAt === 'string' ? formatLocalDay(exportedAt) : null,
    email: isRecord(account) && typeof account.email === 'string' ? account.email : null,
    data,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** The contents of a file or account in words, in the page's order and without empty kinds. */
export function listContents(data: Readonly<Record<string, unknown>>): string[] {
  const portfolios = Array.isArray(data.portfolios) ? data.portfolios.filter(isRecord) : [];
  const within = (name: string) => portfolios.reduce((sum, portfolio) => sum + countOf(portfolio[name]), 0);
  return describeCounts({
    portfolios: portfolios.length,
    wallets: within('wallets'),
    imports: within('imports'),
    transactions: within('transactions'),
    coinAnswers: countOf(data.coinAnswers),
    watchlist: countOf(data.watchlist),
    alerts: countOf(data.alerts),
    alertHistory: countOf(data.alertHistory),
    learning: countOf(data.learning),
  });
}

const words: Readonly<Record<string, readonly [one: string, many: string]>> = {
  portfolios: ['portfolio', 'portfolios'],
  wallets: ['wallet', 'wallets'],
  imports: ['imported file', 'imported files'],
  transactions: ['transaction', 'transactions'],
  coinAnswers: ['remembered coin choice', 'remembered coin choices'],
  watchlist: ['watched coin', 'watched coins'],
  alerts: ['alert', 'alerts'],
  alertHistory: ['fired alert', 'fired alerts'],
  learning: ['completed module', 'completed modules'],
};

/** Like `listContents`, from the counts that an import returns. */
export function describeCounts(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(words).flatMap(([name, [one, many]]) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`];
  });
}

const places: Readonly<Record<string, string>> = {
  portfolios: 'portfolio',
  wallets: 'wallet',
  imports: 'imported file',
  transactions: 'transaction',
  coinAnswers: 'coin choice',
  watchlist: 'watched coin',
  alerts: 'alert',
  alertHistory: 'fired alert',
  learning: 'module',
};

/** A path in the file, in words: `data.portfolios.0.transactions.2.in` is `portfolio 1, transaction 3, in`. */
export function describePlace(path: string): string {
  const parts = path.split('.').filter((part) => part !== 'data');
  const phrases: string[] = [];
  for (const [index, part] of parts.entries()) {
    const isNumber = /^\d+$/.test(part);
    const number = Number(part) + 1;
    if (!isNumber)
      phrases.push(places[part] !== undefined && hasIndexAfter(parts, index) ? places[part] : part);
    else if (phrases.length > 0) phrases.push(`${phrases.pop()} ${number}`);
    else phrases.push(String(number));
  }
  return phrases.join(', ');
}

const hasIndexAfter = (parts: readonly string[], index: number) => /^\d+$/.test(parts[index + 1] ?? '');
