import type { ErrorBody } from '#contract/errors.ts';
import { isDenseJson } from './dense-json.ts';
import { sizeOfJson } from './json-size.ts';
import { tooLarge } from './split-lists.ts';

/** A module that checks one field of the part being read: see `JsonChecker`. */
interface CheckerModule {
  readonly name: string;
  /** A URL that can be imported. */
  readonly module: string;
}

export interface JsonPart {
  /** The wanted field of the document; the others are dropped. */
  readonly field: string;
  readonly checkers: readonly CheckerModule[];
}

export interface JsonRequest extends JsonPart {
  readonly bytes: Uint8Array;
}

export type JsonIssues = NonNullable<ErrorBody['issues']>;

/** The exports of a module that checks a part of a document. */
interface JsonChecker {
  /** Throws an `AppError` with issues if the part is invalid. Returns the value to read in its place. */
  check(part: unknown): Promise<unknown>;
}

const unreadable: JsonIssues = [{ path: '', message: 'The request could not be read.' }];
const maxNames = 100;
const maxIssues = 100;
const maxIssueLength = 300;
/**
 * Several times as deep as our exports. 1,650 objects within each other would end the process that receives them: fewer fit on
 * its stack than on the sender's.
 */
const maxDepth = 100;
/** As `sizeOfJson` counts: twice as much as the longest list of watched coins. */
const maxUnchecked = 8 * 1024 * 1024;

/** Reads and checks the requested part of a document. */
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
    // The route's schema reports what is missing.
    if (!isFields(part)) return { document: Object.hasOwn(whole, field) ? { [field]: null } : {} };
    if (Object.keys(part).length > maxNames || isDeeper(part, maxDepth)) return { issues: unreadable };
    refuseUnchecked(part, { field, checkers });
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

/** Throws `AppError('invalid_request')` if the fields without a checker are more than the receiver can hold and check. */
function refuseUnchecked(part: Readonly<Record<string, unknown>>, { field, checkers }: JsonPart): void {
  const checked = new Set(checkers.map(({ name }) => name));
  let size = 0;
  for (const [name, value] of Object.entries(part)) {
    if (!checked.has(name)) size += sizeOfJson(value);
    if (size > maxUnchecked) throw tooLarge([field, name], 'Is too large');
  }
}

/** Whether values are nested in more than `levels` lists and objects. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (isDeeper(inner, levels - 1)) return true;
  return false;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The issues of the document that an error reports. They are cut, because they name fields of the document, of which one may
 * take all of its megabytes.
 */
export function issuesOf(error: unknown): JsonIssues {
  const issues = error instanceof Error && 'issues' in error ? error.issues : undefined;
  if (!Array.isArray(issues)) return unreadable;
  return (issues as JsonIssues).slice(0, maxIssues).map(({ path, message }) => ({
    path: path.slice(0, maxIssueLength),
    message: message.slice(0, maxIssueLength),
  }));
}
