import { createHash } from 'node:crypto';

/** The bar's colour in each theme, for the browser's own frame: `--surface` of `web/tokens.css`. */
export const themeColors = { light: '#ffffff', dark: '#12151c' } as const;

/**
 * Sets the theme before the first paint: the stored choice (`crypto-theme`), else the device's. It is the only inline
 * script; the content security policy names its hash.
 */
export const themeScript = [
  '{let c;try{c=localStorage.getItem("crypto-theme")}catch{}',
  'const d=c==="dark"||c!=="light"&&matchMedia("(prefers-color-scheme:dark)").matches;',
  'document.documentElement.dataset.theme=d?"dark":"light";',
  `document.querySelector("meta[name=theme-color]").content=d?"${themeColors.dark}":"${themeColors.light}"}`,
].join('');

/** Hashes of our inline scripts, for the content security policy. */
export const scriptHashes: readonly string[] = [
  `sha256-${createHash('sha256').update(themeScript).digest('base64')}`,
];
