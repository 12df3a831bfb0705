/** A source's mark: its first letter on a grey that suits light and dark backgrounds, as a 32 px SVG. */
export function drawSourceMark(name: string): string {
  // Only a letter or digit, so that nothing else from a name can get into the SVG.
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#8a92a0" fill-opacity=".2"/><text x="16" y="22.500" text-anchor="middle" font-family="Inter,system-ui,sans-serif" font-size="18" font-weight="600" fill="#727b8a">${letter}</text></svg>`;
}

/** The path of a source's mark on our own origin. */
export function sourceMarkPath(name: string): string {
  return `/images/sources/${encodeURIComponent(name)}`;
}
