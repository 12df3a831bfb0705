/**
 * Enables the page's full stylesheets, because its HTML contains only the styles for the first paint. Resolves once
 * they apply; stylesheets that fail to load are skipped.
 */
export async function applyStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')];
  await Promise.all(links.map(waitForSheet));
  for (const link of links) {
    // The inlined fonts are in use. If they were declared again, the browser would reload them and show fallbacks.
    if (link.sheet) removeFontFaces(link.sheet);
    link.media = 'all';
  }
}

function waitForSheet(link: HTMLLinkElement): Promise<void> | undefined {
  if (link.sheet) return undefined;
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve(), { once: true });
  });
}

function removeFontFaces(group: CSSStyleSheet | CSSGroupingRule): void {
  for (let index = group.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = group.cssRules[index];
    if (rule instanceof CSSFontFaceRule) group.deleteRule(index);
    else if (rule instanceof CSSLayerBlockRule) removeFontFaces(rule);
  }
}
