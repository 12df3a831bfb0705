/** The colour of the browser's frame in each theme: `--surface` of `web/tokens.css`. */
export const themeColors = { light: '#ffffff', dark: '#12151c' } as const;

/**
 * Sets the theme before the first paint: the stored choice (`crypto-theme`), else the device's. It is inline, allowed by
 * its hash in the content security policy.
 */
export const themeScript = [
  '{let c;try{c=localStorage.getItem("crypto-theme")}catch{}',
  'const d=c==="dark"||c!=="light"&&matchMedia("(prefers-color-scheme:dark)").matches;',
  'document.documentElement.dataset.theme=d?"dark":"light";',
  `document.querySelector("meta[name=theme-color]").content=d?"${themeColors.dark}":"${themeColors.light}"}`,
].join('');

/**
 * Marks the page before the first paint, so that its styles can reserve the space this user needs and nothing moves later:
 * pages are the same for everyone. `data-token`: the browser has a token. `data-unproven`: the account's address is not
 * verified. `data-paid`: the plan is paid. `data-closed-ads`: the ad slots closed in this session. `data-passkeys`: the
 * browser supports passkeys.
 */
export const sessionScript = [
  'try{const d=document.documentElement.dataset;',
  'if(typeof PublicKeyCredential=="function")d.passkeys="";',
  'if(localStorage.getItem("authToken")){d.token="";',
  'if(localStorage.getItem("altimeter:unproven"))d.unproven="";',
  'if(localStorage.getItem("altimeter:paid"))d.paid=""}',
  'const c=sessionStorage.getItem("altimeter:closed-ads");if(c)d.closedAds=c}catch{}',
].join('');

/** In their order in a page. */
export const inlineScripts: readonly string[] = [themeScript, sessionScript];
