/** The colour of the browser's frame in each theme: `--surface` of `web/tokens.css`. */
export const themeColors = { light: '#ffffff', dark: '#12151c' } as const;

/** The stored choice (`crypto-theme`), else the device's. */
const themeMarks = [
  'const c=g("crypto-theme"),k=c==="dark"||c!=="light"&&matchMedia("(prefers-color-scheme:dark)").matches;',
  'd.theme=k?"dark":"light";',
  `document.querySelector("meta[name=theme-color]").content=k?"${themeColors.dark}":"${themeColors.light}";`,
].join('');

/**
 * `data-token`: the browser has a token. `data-unverified`: the account's address is not verified. `data-paid`: the plan is
 * paid. `data-closed-ads`: the ad slots closed in this session. `data-passkeys`: the browser supports passkeys.
 */
const sessionMarks = [
  'if(typeof PublicKeyCredential=="function")d.passkeys="";',
  'if(g("authToken")){d.token="";if(g("altimeter:unverified"))d.unverified="";if(g("altimeter:paid"))d.paid=""}',
  'try{const c=sessionStorage.getItem("altimeter:closed-ads");if(c)d.closedAds=c}catch{}',
].join('');

/**
 * For the market table, as `web/market/tools/apply-look.ts` does later. `data-columns` and `data-rows`: the visitor's
 * columns and row height, from the URL, otherwise as remembered by this browser. `data-rows-wait`: the URL selects
 * other rows than the HTML has. `data-unpainted`: rows of normal height have not been painted yet; `startScript`
 * removes it.
 */
const lookMarks = [
  'const a=new URLSearchParams(location.search),',
  'f=t=>/^(none|((change|cap|hour|volume|week|line)([.]|$))+)$/.test(t)&&t.replace(/[.]/g," "),',
  'l=f(a.get("columns"))||f(g("altimeter:columns"));',
  'if(l)d.columns=l;',
  'if((a.get("rows")||g("altimeter:rows"))=="compact")d.rows="compact";else d.unpainted="";',
  'if(["tab","sort","filter"].some(k=>a.get(k)))d.rowsWait=""',
].join('');

/**
 * Marks the root element before the first paint, so that the styles can show this visitor's theme, table and space for
 * ads and nothing moves later: pages are the same for everyone. Inline, allowed by its hash in the content security
 * policy. One script, because three would repeat the same code.
 */
export const headScript = [
  '{const d=document.documentElement.dataset,g=k=>{try{return localStorage.getItem(k)}catch{}};',
  `${themeMarks}${sessionMarks}${lookMarks}}`,
].join('');

/**
 * Loads the page's own script and the modules it imports (`data-modules` of its element) once the page is painted: on a
 * slow network they would compete with the font, and on a fast one hydration would delay the paint. A hidden page is
 * never painted.
 */
export const startScript = [
  '{const m=document.currentScript.dataset.modules.split(" ");let d;',
  'const s=()=>{if(!d){d=1;delete document.documentElement.dataset.unpainted;for(const h of m)',
  'document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:h}));import(m[0])}};',
  'try{if(document.hidden)s();',
  'new PerformanceObserver(l=>{l.getEntriesByName("first-contentful-paint")[0]&&s()})',
  '.observe({type:"paint",buffered:true})}catch{s()}',
  'setTimeout(s,1e3)}',
].join('');

/** The attributes that `headScript` gives the root element. */
export const rootMarks: ReadonlySet<string> = new Set(
  [
    'theme',
    'passkeys',
    'token',
    'unverified',
    'paid',
    'closed-ads',
    'columns',
    'rows',
    'rows-wait',
    'unpainted',
  ].map((name) => `data-${name}`),
);
