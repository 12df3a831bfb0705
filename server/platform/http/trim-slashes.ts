/** A path without its trailing slashes. Uses no pattern, which would take quadratic time for thousands of slashes. */
export function trimSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
