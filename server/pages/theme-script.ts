/** The colour of the browser frame in each theme: `--surface` of `web/tokens.css`. */
export const themeColors = { light: '#ffffff', dark: '#12151c' } as const;

/**
 * Sets the theme before the first paint: the stored choice (`crypto-theme`), else the device's. It is inline; the
 * content security policy allows it by hash.
 */
export const themeScript = [
  '{let c;try{c=localStorage.getItem("crypto-theme")}catch{}',
  'const d=c==="dark"||c!=="light"&&matchMedia("(prefers-color-scheme:dark)").matches;',
  'document.documentElement.dataset.theme=d?"dark":"light";',
  `document.querySelector("meta[name=theme-color]").content=d?"${themeColors.dark}":"${themeColors.light}"}`,
].join('');

/**
 * Marks the root element before the first paint. Pages are the same for everyone, so the marks let styles reserve the
 * space this user needs and nothing moves later. `data-token`: the browser has a token. `data-unproven`: the account's
 * address is not verified. `data-paid`: the plan is paid. `data-closed-ads`: the ad slots closed in this session.
 * `data-passkeys`: the browser supports passkeys.
 */
export const sessionScript = [
  'try{const d=document.documentElement.dataset;',
  'if(typeof PublicKeyCredential=="function")d.passkeys="";',
  'if(localStorage.getItem("authToken")){d.token="";',
  'if(localStorage.getItem("altimeter:unproven"))d.unproven="";',
  'if(localStorage.getItem("altimeter:paid"))d.paid=""}',
  'const c=sessionStorage.getItem("altimeter:closed-ads");if(c)d.closedAds=c}catch{}',
].join('');

/**
 * Lays out the market table before the first paint, as `web/market/tools/apply-look.ts` does later. `data-columns` and
 * `data-rows`: the visitor's columns and row height, from the URL or else from this browser's storage.
 * `data-rows-wait`: the URL selects other rows than those in the HTML, which is the same for everyone.
 */
export const lookScript = [
  'try{const d=document.documentElement.dataset,a=new URLSearchParams(location.search),',
  'g=k=>localStorage.getItem("altimeter:"+k),',
  'f=t=>/^(none|((change|cap|hour|volume|week|line)([.]|$))+)$/.test(t)&&t;',
  'let c=f(a.get("columns"));',
  'if(["tab","sort","filter"].some(k=>a.get(k)))d.rowsWait="";',
  'if(a.get("rows")=="compact")d.rows="compact";',
  'if(c)d.columns=c.replace(/[.]/g," ");',
  'if(!a.get("rows")&&g("rows")=="compact")d.rows="compact";',
  'if(!c&&(c=f(g("columns"))))d.columns=c.replace(/[.]/g," ")}catch{}',
].join('');

/**
 * Loads the page's script and the modules it imports (`data-modules` of the script element) after the first paint. On
 * a slow network they would compete with the font, and on a fast one hydration would delay the paint. A hidden page is
 * never painted, so it doesn't wait.
 */
export const startScript = [
  '{const m=document.currentScript.dataset.modules.split(" ");let d;',
  'const s=()=>{if(!d){d=1;for(const h of m)',
  'document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:h}));import(m[0])}};',
  'try{if(document.hidden)s();',
  'new PerformanceObserver(l=>{l.getEntriesByName("first-contentful-paint")[0]&&s()})',
  '.observe({type:"paint",buffered:true})}catch{s()}',
  'setTimeout(s,1e3)}',
].join('');

/** The attributes that the head's scripts set on the root element. */
export const rootMarks: ReadonlySet<string> = new Set(
  ['theme', 'passkeys', 'token', 'unproven', 'paid', 'closed-ads', 'columns', 'rows', 'rows-wait'].map(
    (name) => `data-${name}`,
  ),
);

/** The scripts of the head, in order. */
export const headScripts: readonly string[] = [themeScript, sessionScript, lookScript];
