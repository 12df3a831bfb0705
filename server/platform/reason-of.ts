/**
 * An error as a reason within a sentence. A failed connection to a name with several addresses is an AggregateError
 * with an empty message, so its code is used instead.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
