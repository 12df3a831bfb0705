import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guideNames, guides } from '#contract/guides.ts';
import { parseGuide } from '../scripts/guide-markdown.mjs';
import { drawGuide } from '../scripts/guide-pdf.mjs';

const folder = new URL('../guides/', import.meta.url);
const readGuide = (name: string) => parseGuide(readFileSync(new URL(`${name}.md`, folder), 'utf8'));
const begin = '---\nedition: May 2026\n---\n\n';

describe('the guides', () => {
  it('are those that can be requested', () => {
    expect(readdirSync(folder).sort()).toEqual(guideNames.map((name) => `${name}.md`).sort());
  });

  it.each(guideNames)(
    'have the titles under which they are offered, and two to four pages: %s',
    async (name) => {
      const guide = readGuide(name);
      expect(guide.title).toBe(guides[name].title);
      const pdf = (await drawGuide(guide)).toString('latin1');
      const pages = pdf.match(/\/Type \/Page\b(?!s)/g) ?? [];
      expect(pages.length).toBeGreaterThanOrEqual(2);
      expect(pages.length).toBeLessThanOrEqual(4);
    },
  );

  it('are the same when built again from the same source', async () => {
    const [one, other] = [await drawGuide(readGuide('tax-report')), await drawGuide(readGuide('tax-report'))];
    expect(one.equals(other)).toBe(true);
  });

  it.each([
    ['no edition', '# A title\n\nText.'],
    ['no title', `${begin}Text.`],
    ['a letter that the fonts lack', `${begin}# A title\n\n\u20bf is not drawn.`],
    ['a row with a cell too few', `${begin}# A title\n\n| A | B |\n|---|---|\n| 1 |`],
    ['Markdown that guides do not use', `${begin}# A title\n\n### Deeper`],
  ])('stop the build for %s', (_, source) => {
    expect(() => parseGuide(source)).toThrow();
  });
});
