import type { ErrorBody } from '#contract/errors.ts';
import type { JsonRequest } from './large-json.ts';

export type JsonIssues = NonNullable<ErrorBody['issues']>;

/** What a module that checks a part of a document exports. */
export interface JsonChecker {
  /** Throws an `AppError` with issues where the part does not fit. Returns what is to be read in its place. */
  check(part: unknown): Promise<unknown>;
}

const unreadable: JsonIssues = [{ path: '', message: 'The request could not be read.' }];
const maxNames = 100;

/** The part of a document that is asked for, checked. */
export async function readChecked({
  bytes,
  field,
  checkers,
}: JsonRequest): Promise<{ readonly document: Record<string, unknown> } | { readonly issues: JsonIssues }> {
  if (isDense(bytes)) return { issues: unreadable };
  try {
    const whole: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!isFields(whole)) return { issues: unreadable };
    const part = whole[field];
    // The schema of the route says what is missing.
    if (!isFields(part)) return { document: Object.hasOwn(whole, field) ? { [field]: null } : {} };
    if (Object.keys(part).length > maxNames) return { issues: unreadable };
    for (const { name, module } of checkers) {
      if (!Object.hasOwn(part, name)) continue;
      const { check } = (await import(module)) as JsonChecker;
      part[name] = await check(part[name]);
    }
    return { document: { [field]: part } };
  } catch (error) {
    return { issues: issuesOf(error) };
  }
}

/** A value in a file of ours takes more than ten bytes with its name. */
const minBytesPerValue = 8;
const allowedValues = 10_000;
const structure: ReadonlySet<number> = new Set([...'{[,'].map((sign) => sign.charCodeAt(0)));

/** Whether there are so many values that reading them takes many times the memory of the text. */
function isDense(bytes: Uint8Array): boolean {
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) if (structure.has(bytes[at]!)) values += 1;
  return values > allowedValues + bytes.length / minBytesPerValue;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function issuesOf(error: unknown): JsonIssues {
  const issues = error instanceof Error && 'issues' in error ? error.issues : undefined;
  return Array.isArray(issues) ? (issues as JsonIssues) : unreadable;
}
