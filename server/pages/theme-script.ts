import { createHash } from 'node:crypto';

/** The bar's colour in each theme, for the browser's own frame: `--surface` of `web/tokens.css`. */
export const themeColors = { light: '#ffffff', dark: '#12151c' } as const;

/**
 * Sets the theme before the first paint: the stored choice (`crypto-theme`), else the device's. Inline; the content
 * security policy names its hash.
 */
export const themeScript = [
  '{let c;try{c=localStorage.getItem("crypto-theme")}catch{}',
  'const d=c==="dark"||c!=="light"&&matchMedia("(prefers-color-scheme:dark)").matches;',
  'document.documentElement.dataset.theme=d?"dark":"light";',
  `document.querySelector("meta[name=theme-color]").content=d?"${themeColors.dark}":"${themeColors.light}"}`,
].join('');

/**
 * Marks the page, before the first paint, as that of a browser which holds a token (`data-token`), and of an account
 * whose address is not proved (`data-unproven`) or whose plan is paid (`data-paid`). A page is the same for everyone; its styles leave the room that
 * belongs to such a user, so that nothing moves once the page knows who it is. `data-closed-ads`: the places of ads that
 * were closed in this session. `data-passkeys`: the browser knows them.
 */
export const sessionScript = [
  'try{const d=document.documentElement.dataset;',
  'if(typeof PublicKeyCredential=="function")d.passkeys="";',
  'if(localStorage.getItem("authToken")){d.token="";',
  'if(localStorage.getItem("altimeter:unproven"))d.unproven="";',
  'if(localStorage.getItem("altimeter:paid"))d.paid=""}',
  'const c=sessionStorage.getItem("altimeter:closed-ads");if(c)d.closedAds=c}catch{}',
].join('');

/** Hashes of our inline scripts, for the content security policy. */
export const scriptHashes: readonly string[] = [themeScript, sessionScript].map(
  (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
);
