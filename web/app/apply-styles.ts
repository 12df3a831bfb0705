/**
 * Turns on the page's whole stylesheets: its HTML contains only the styles that it needs to be painted. Resolves once
 * they apply; one that does not load is left out.
 */
export async function applyStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')];
  await Promise.all(links.map(waitForSheet));
  for (const link of links) {
    // The inlined fonts are in use. Declared again, they would be loaded again, and others shown meanwhile.
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
