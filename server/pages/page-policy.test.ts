import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { composeDocument } from './document.ts';
import { pagePolicy } from './page-policy.ts';

const inlineStyles = 'p{color:red}';
const page = {
  status: 200,
  html: '<p>Hello</p>',
  head: { title: 'T', description: 'D', canonical: '/' },
  state: {},
  isComplete: true,
  source: 'web/pages/page.tsx',
};
const assets = { script: '/assets/entry.js', styles: ['/assets/entry.css'], inlineStyles, modules: [] };

const directive = (policy: string, name: string) =>
  policy.split('; ').find((one) => one.startsWith(`${name} `));

/** The CSP sources that a document's inline elements need. */
function hashesOf(document: string, element: 'script' | 'style'): string[] {
  const texts = [
    ...document.matchAll(new RegExp(`<${element}(?: data-modules="[^"]*")?>(.*?)</${element}>`, 'gs')),
  ];
  return texts.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

describe('the content security policy of a page', () => {
  it("allows the page's own inline scripts and styles by hash, and no others", () => {
    const document = composeDocument(page, assets, {
      publicUrl: 'https://alti.example',
      siteName: 'Altimeter',
    });
    const policy = pagePolicy(inlineStyles);
    expect(hashesOf(document, 'script')).toHaveLength(2);
    expect(directive(policy, 'script-src')).toBe(
      `script-src 'self' ${hashesOf(document, 'script').join(' ')}`,
    );
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${hashesOf(document, 'style').join(' ')}`);
    expect(policy).not.toContain('unsafe-inline');
  });

  it('allows no inline styles if a page has none', () => {
    expect(directive(pagePolicy(''), 'style-src')).toBe("style-src 'self'");
  });

  it('never allows strings as scripts, and has a policy for the URL of each worker', () => {
    const policy = pagePolicy(inlineStyles);
    expect(directive(policy, 'require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
    expect(directive(policy, 'trusted-types')).toBe('trusted-types alerts-worker proof-checker');
    expect(directive(policy, 'worker-src')).toBe("worker-src 'self'");
  });
});
