/** Whether a write was refused because there is such a row already: PostgreSQL says it in `code`, SQLite in `errcode`. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === '23505' || errcode === 2067 || errcode === 1555;
}
