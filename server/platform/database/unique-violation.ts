/** Whether a write failed because the row already exists, according to PostgreSQL's `code` or SQLite's `errcode`. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === '23505' || errcode === 2067 || errcode === 1555;
}
