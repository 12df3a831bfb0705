/** If there are more, the others are only counted. */
const named = 5;

/** Joins the distinct names. Lists the first few of many and counts the others. */
export function listNames(all: readonly string[]): string {
  const names = [...new Set(all)];
  const shown = names.slice(0, named).join(', ');
  return names.length > named ? `${shown} and ${names.length - named} more` : shown;
}
