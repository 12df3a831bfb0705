import { createRandom } from './create-random.ts';

/** The host that the hostile texts try to contact. It doesn't exist, and no page may request it. */
export const canaryHost = 'canary.invalid';

const run = 'window.hacked=1';
const url = `//${canaryHost}`;

/**
 * Each one that works sets `window.hacked`, opens a dialog, creates an element named canary, or calls the canary host.
 */
const bases: readonly string[] = [
  `<script>${run}</script>`,
  `<script src=${url}></script>`,
  `<img src=x onerror=${run}>`,
  `<img src=${url}/i.png>`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x>`,
  `<body onload=${run}>`,
  `<iframe src=javascript:parent.hacked=1>`,
  `<iframe srcdoc='<script>parent.hacked=1</script>'>`,
  `<details open ontoggle=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<video><source onerror=${run}>`,
  `<a id=canary href=javascript:${run}>go</a>`,
  `<form id=canary action=${url}><button>go`,
  `<base href=${url}/>`,
  `<meta http-equiv=refresh content=0;url=${url}>`,
  `<link rel=stylesheet href=${url}/a.css>`,
  `<style>@import '${url}/a.css'</style>`,
  `<style>*{background:url(${url}/b)}</style>`,
  `<object data=${url}></object>`,
  `<math><mi xlink:href=javascript:${run}>x`,
  `<x-canary onclick=${run} tabindex=1>`,
  `" onmouseover="${run}" x="`,
  `' autofocus onfocus='${run}`,
  `x} body{background:url(${url}/c)}`,
  `expression(${run});-moz-binding:url(${url})`,
  `javascript:${run}`,
  `JaVaScRiPt:alert(1)//${canaryHost}`,
  `data:text/html,<script>${run}</script>`,
  `{{constructor.constructor('${run}')()}}`,
  `\${alert(1)}#{alert(1)}<%= alert(1) %>`,
  `\\u003cimg src=x onerror=${run}\\u003e`,
  `&lt;img src=x onerror=${run}&gt;`,
  '\u202Egpj.lacol\u202C \u2066\u2067\u2068 nioctiB\u2069',
  'Bit\u200Bcoin\u200C\u200D\u2060\uFEFF\u00AD!',
  'W'.repeat(170),
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇺🇳e\u0301\u0489\u0489\u0489\u0489',
  '__proto__',
  'null',
];

const wrappers: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `">${text}`,
  (text) => `'>${text}<'`,
  (text) => `</title>${text}`,
  (text) => `</script>${text}`,
  (text) => `</textarea></style>${text}`,
  (text) => `-->${text}`,
  (text) => `<!-- ${text}`,
  (text) => `]]>${text}`,
  (text) => `{{${text}}}`,
  (text) => `\u202E${text}`,
  (text) => `undefined ${text} NaN`,
  (text) => text.replaceAll('<', '<\u200B<'),
];

const maxHostileTexts = bases.length * wrappers.length;

/**
 * The first `count` hostile texts, each at most 200 characters and none with control characters. They are the same in
 * every run, no two are alike, and the first forty cover every base.
 */
export function listHostileTexts(count: number): readonly string[] {
  const random = createRandom(20_260);
  const firsts = bases.map(() => Math.floor(random() * wrappers.length));
  return Array.from({ length: Math.min(count, maxHostileTexts) }, (_, index) => {
    const base = index % bases.length;
    const wrap = wrappers[(firsts[base]! + Math.floor(index / bases.length)) % wrappers.length]!;
    return wrap(bases[base]!);
  });
}
