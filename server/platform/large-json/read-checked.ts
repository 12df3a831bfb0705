import type { ErrorBody } from '#contract/errors.ts';
import { isDenseJson } from '../http/dense-json.ts';
import type { JsonRequest } from './large-json.ts';

export type JsonIssues = NonNullable<ErrorBody['issues']>;

/** What a module that checks a part of a document exports. */
interface JsonChecker {
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
  if (isDenseJson(bytes.length, (at) => bytes[at]!)) return { issues: unreadable };
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

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function issuesOf(error: unknown): JsonIssues {
  const issues = error instanceof Error && 'issues' in error ? error.issues : undefined;
  return Array.isArray(issues) ? (issues as JsonIssues) : unreadable;
}
