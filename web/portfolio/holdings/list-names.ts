/** So many are named one by one. */
const named = 5;

/** Each name once, as a list; of many the first few, and how many more there are. */
export function listNames(all: readonly string[]): string {
  const names = [...new Set(all)];
  const shown = names.slice(0, named).join(', ');
  return names.length > named ? `${shown} and ${names.length - named} more` : shown;
}
