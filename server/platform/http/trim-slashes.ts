/** A path without its trailing slashes. Not a pattern, which takes quadratic time for thousands of slashes. */
export function trimSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
