import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyStyles } from './apply-styles.ts';

class FontFace {}
class Rule {}
class Group {
  cssRules: object[];
  constructor(...rules: object[]) {
    this.cssRules = rules;
  }
  deleteRule(index: number) {
    this.cssRules.splice(index, 1);
  }
}
class Layer extends Group {}

/** A stylesheet linked with `media="print"`; without `sheet` it is still loading. */
function makeLink(sheet: Group | null) {
  return Object.assign(new EventTarget(), { media: 'print', sheet });
}

let links: ReturnType<typeof makeLink>[];
let queried: string;
beforeEach(() => {
  vi.stubGlobal('CSSFontFaceRule', FontFace);
  vi.stubGlobal('CSSLayerBlockRule', Layer);
  vi.stubGlobal('document', {
    querySelectorAll: (selector: string) => {
      queried = selector;
      return links;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const mediaOf = () => links.map(({ media }) => media);

describe('the full stylesheets of a page', () => {
  it('apply together, once the last one has loaded', async () => {
    links = [makeLink(new Group()), makeLink(null)];
    const applied = applyStyles();
    expect(queried).toBe('link[rel="stylesheet"][media="print"]');
    expect(mediaOf()).toEqual(['print', 'print']);
    links[1]!.sheet = new Group();
    links[1]!.dispatchEvent(new Event('load'));
    await applied;
    expect(mediaOf()).toEqual(['all', 'all']);
  });

  it('do not wait for one that fails to load', async () => {
    links = [makeLink(null), makeLink(new Group())];
    const applied = applyStyles();
    links[0]!.dispatchEvent(new Event('error'));
    await applied;
    expect(mediaOf()).toEqual(['all', 'all']);
  });

  it('do not reload fonts that the page has inlined', async () => {
    const [first, second] = [new Rule(), new Rule()];
    const layer = new Layer(new FontFace(), first, new FontFace());
    const sheet = new Group(layer, new FontFace(), second);
    links = [makeLink(sheet)];
    await applyStyles();
    expect(sheet.cssRules).toEqual([layer, second]);
    expect(layer.cssRules).toEqual([first]);
  });
});
