import type { PageAssets, PageHead, RenderedPage } from './page-renderer.ts';
import { headScript, startScript, themeColors } from './theme-script.ts';

interface DocumentSite {
  /** An origin without a trailing slash. */
  readonly publicUrl: string;
  readonly siteName: string;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** JSON for a script element: without `<`, so that nothing in it can end the element. */
function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The whole HTML document of a rendered page. */
export function composeDocument(page: RenderedPage, assets: PageAssets, site: DocumentSite): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    describePage(page.head, site),
    `<meta name="theme-color" content="${themeColors.light}">`,
    `<script>${headScript}</script>`,
    loadStyles(assets),
    '<link rel="icon" href="/mark.svg" type="image/svg+xml"></head>',
    `<body><div id="root">${omitEndTags(page.html)}</div>`,
    `<script type="application/json" id="state">${embedJson(page.state)}</script>`,
    loadScripts(assets),
    '</body></html>',
  ].join('');
}

/** Without the end tags that HTML does not need within a table: of a hundred rows, most. */
function omitEndTags(html: string): string {
  return html.replace(/<\/(?:t[dhr])>(?=<(?:t[dhr]|\/tr|\/t(?:head|body|foot))[ >])/g, '');
}

function describePage(head: PageHead, { publicUrl, siteName }: DocumentSite): string {
  const title = escapeHtml(head.title);
  const description = escapeHtml(head.description);
  const url = escapeHtml(publicUrl + head.canonical);
  const image = head.image && escapeHtml(publicUrl + head.image);
  return [
    `<title>${title}</title><meta name="description" content="${description}">`,
    `<link rel="canonical" href="${url}">`,
    head.noindex ? '<meta name="robots" content="noindex">' : '',
    `<meta property="og:site_name" content="${escapeHtml(siteName)}"><meta property="og:type" content="website">`,
    `<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${url}">`,
    image ? `<meta property="og:image" content="${image}">` : '',
    // The rest of it is read from the ones above.
    '<meta name="twitter:card" content="summary">',
  ].join('');
}

/**
 * The whole sheets are linked as if for print: the browser loads them without waiting for them, and `applyStyles` of
 * `web/app/apply-styles.ts` turns them on. They repeat the inlined ones and stand after them, so that the cascade becomes
 * what it would be without these. A module imported later finds them, and does not load them again after its own.
 */
function loadStyles({ styles, inlineStyles }: PageAssets): string {
  const media = inlineStyles ? ' media="print"' : '';
  const linked = styles.map((href) => `<link rel="stylesheet" href="${href}"${media}>`).join('');
  return inlineStyles ? `<style>${inlineStyles}</style>${linked}` : linked;
}

/** Inlined styles are all that a page waits for: `startScript` loads the scripts. In development Vite's own come first. */
function loadScripts({ script, modules, inlineStyles }: PageAssets): string {
  if (!inlineStyles) return `<script type="module" src="${script}"></script>`;
  return `<script data-modules="${[script, ...modules].join(' ')}">${startScript}</script>`;
}
