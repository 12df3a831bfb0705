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

/** Makes a text safe in HTML, also within an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** JSON for a script element. `<` is escaped, so that no value can end the element. */
function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Composes the HTML document of a rendered page. */
export function composeDocument(page: RenderedPage, assets: PageAssets, site: DocumentSite): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    describePage(page.head, site),
    `<meta name="theme-color" content="${themeColors.light}">`,
    `<script>${headScript}</script>`,
    loadStyles(assets),
    '<link rel="icon" href="/mark.svg" type="image/svg+xml"></head>',
    `<body><div id="root">${shorten(page.html, assets)}</div>`,
    `<script type="application/json" id="state">${embedJson(page.state)}</script>`,
    loadScripts(assets),
    '</body></html>',
  ].join('');
}

/** Leaves out what a browser doesn't need. In development icons stay whole: React would report the difference. */
function shorten(html: string, { inlineStyles }: PageAssets): string {
  return inlineStyles ? omitIconAttributes(omitEndTags(html)) : omitEndTags(html);
}

/** Removes from lucide's icons the attributes that the styles of `.icon` set too. */
function omitIconAttributes(html: string): string {
  return html.replace(iconAttributes, ' viewBox="0 0 24 24" class="$1"');
}

const iconAttributes =
  / xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="(?:lucide(?:-[\w-]+)? )+(icon[^"]*)"/g;

/** Removes optional end tags of table parts, which saves bytes in tables of a hundred rows. */
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
    // Other fields default to the Open Graph tags above.
    '<meta name="twitter:card" content="summary">',
  ].join('');
}

/**
 * Links the complete stylesheets with `media="print"`, so that the browser loads them without blocking; `applyStyles`
 * of `web/app/apply-styles.ts` then enables them. They come after the inlined styles and repeat them, so the cascade
 * is as if nothing had been inlined. Modules imported later find their stylesheets linked and don't load them again.
 */
function loadStyles({ styles, inlineStyles }: PageAssets): string {
  const media = inlineStyles ? ' media="print"' : '';
  const linked = styles.map((href) => `<link rel="stylesheet" href="${href}"${media}>`).join('');
  return inlineStyles ? `<style>${inlineStyles}</style>${linked}` : linked;
}

/**
 * With inlined styles, `startScript` loads the scripts after the first paint. In development no styles are inlined.
 */
function loadScripts({ script, modules, inlineStyles }: PageAssets): string {
  if (!inlineStyles) return `<script type="module" src="${script}"></script>`;
  return `<script data-modules="${[script, ...modules].join(' ')}">${startScript}</script>`;
}
