/** If there are more, the others are only counted. */
const maxListed = 5;

/** Joins the distinct names. Lists the first few of many and counts the others. */
export function listNames(all: readonly string[]): string {
  const names = [...new Set(all)];
  const shown = names.slice(0, maxListed).join(', ');
  return names.length > maxListed ? `${shown} and ${names.length - maxListed} more` : shown;
}
