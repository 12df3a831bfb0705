import { AppError } from '#server/platform/http/app-error.ts';

/** The limit of a report's file, in bytes: about three times what the busiest year of 100,000 transactions takes. */
const defaultMaxBytes = 256 * 1024 * 1024;
/** Rows written at a time: as one text, the largest reports would take more memory than the thread has. */
const rowsAtOnce = 500;

/** Joins pieces of text as UTF-8. Throws a `conflict` that says what to do if they exceed `maxBytes`. */
export function joinPieces(pieces: Iterable<string>, maxBytes = defaultMaxBytes): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    const part = encoder.encode(piece);
    parts.push(part);
    length += part.length;
    if (length > maxBytes)
      throw new AppError(
        'conflict',
        'This report is too long. Leave other portfolios out of it, or move some wallets to a portfolio of their own.',
      );
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The output of `JSON.stringify` for an object of plain data, with its tables a few hundred rows at a time. */
export function* writeInPieces(report: object): Generator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(report) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* writeRows(value);
    else yield JSON.stringify(value);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* writeRows(rows: readonly unknown[]): Generator<string> {
  yield '[';
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    yield (first === 0 ? '' : ',') + JSON.stringify(rows.slice(first, first + rowsAtOnce)).slice(1, -1);
  yield ']';
}
