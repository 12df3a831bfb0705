import { describe, expect, it } from 'vitest';
import { createStylePicker, parseStyles } from './style-picker.ts';

const marks = new Set(['data-theme']);
const pick = (css: string, html: string) => createStylePicker(parseStyles(css), marks)(html);

const html =
  '<html><body><div id="root"><main class="page wide"><p data-variant="up" aria-current>A &gt; B</p><img class="logo" alt=""/><i></i><linearGradient></linearGradient></main></div>';

describe('the styles that a document needs', () => {
  it.each([
    '.page{color:red}',
    '.page.wide>p{color:red}',
    'main p,main img{color:red}',
    '*,:before{color:red}',
    '#root{color:red}',
    '.logo:focus-visible{color:red}',
    'p[data-variant=up]{color:red}',
    'p[data-variant="up"]{color:red}',
    '[aria-current]{color:red}',
    '[data-variant^=u]{color:red}',
    '[data-theme=dark] .page{color:red}',
    '@media (width>=768px) and (pointer:coarse){.page{color:red}}',
    '.page:not(.gone):is(.gone,.wide){color:red}',
    '.page:not([data-open]) p{color:red}',
    '.page:not(:hover){color:red}',
    'html[data-theme] p~.logo{color:red}',
    'div>.page [aria-current]{color:red}',
    'p+i{color:red}',
    'main linearGradient{color:red}',
    '.logo{background:url("data:image/svg+xml,%3csvg{};")}',
    '@media (width<=767px){.page{color:red}}',
    '@font-face{font-family:Inter;src:url(/a.woff2)format("woff2")}',
  ])('keep %s', (css) => {
    expect(pick(css, html)).toBe(css);
  });

  it.each([
    '.gone{color:red}',
    '.page .gone{color:red}',
    '.page.gone{color:red}',
    'dialog{color:red}',
    'main>dialog p{color:red}',
    '[data-variant=down]{color:red}',
    '[data-open] .page{color:red}',
    '.page [data-theme=dark]{color:red}',
    '.page.logo{color:red}',
    '.logo i{color:red}',
    'div>p{color:red}',
    'p[alt]{color:red}',
    '.page+p{color:red}',
    '#page{color:red}',
    '.logo:disabled{color:red}',
    '.page:hover{color:red}',
    '.page:active{color:red}',
    '@media print{.page{color:red}}',
    '@media (pointer:coarse) and (width>=768px){.page:after{inset:-4px}}',
    '@media (width<=767px){.gone{color:red}}',
    '@keyframes gone{to{opacity:0}}',
  ])('leave out %s', (css) => {
    expect(pick(css, html)).toBe('');
  });

  it('keep only those of several selectors that may match', () => {
    expect(pick('.gone,.page,.page:hover{color:red}', html)).toBe('.page{color:red}');
  });

  it('keep each layer in its place, even if empty', () => {
    expect(pick('@layer reset,ui;@layer ui{.gone{color:red}}@layer reset{p{margin:0}}', html)).toBe(
      '@layer reset,ui;@layer ui{}@layer reset{p{margin:0}}',
    );
  });

  it('keep the custom properties and key frames they use, including indirectly', () => {
    const css =
      ':root{--a:var(--b);--b:1px;--gone:var(--gone-too);--gone-too:2px}p{margin:var(--a);animation:1s fade}@keyframes fade{to{opacity:0}}@keyframes gone{to{opacity:0}}';
    expect(pick(css, html)).toBe(
      ':root{--a:var(--b);--b:1px;}p{margin:var(--a);animation:1s fade}@keyframes fade{to{opacity:0}}',
    );
  });

  it('leave out rules and groups that are empty without their unused properties', () => {
    const css = '@layer tokens{@media (width<=767px){:root{--gone:1px}.page{--gone:2px}}}p{color:red}';
    expect(pick(css, html)).toBe('@layer tokens{}p{color:red}');
  });

  it('leave out transitions', () => {
    expect(pick('.page{transition:color 1s,top 1s;color:red;transition:none}', html)).toBe(
      '.page{color:red;}',
    );
  });

  it('keep a custom property used only by the document', () => {
    expect(pick(':root{--a:1px}', '<svg fill="var(--a)"></svg>')).toBe(':root{--a:1px}');
  });

  it('are picked for each document separately, even with one picker for all', () => {
    const css = '.a{color:red}.b{color:blue}.a .b{color:green}i[lang]{top:0}';
    const pickFor = createStylePicker(parseStyles(css), marks);
    const documents = [
      ['<p class="a">1</p>', '.a{color:red}'],
      ['<p class="b">1</p>', '.b{color:blue}'],
      ['<p class="a"></p><p class="b"></p>', '.a{color:red}.b{color:blue}'],
      ['<p class="a"><p class="b"></p></p>', '.a{color:red}.b{color:blue}.a .b{color:green}'],
      ['<i lang="en"></i>', 'i[lang]{top:0}'],
      ['<i title="en"></i>', ''],
      ['<p class="a" title="other">2</p>', '.a{color:red}'],
    ];
    for (const [document, styles] of [...documents, ...documents.reverse()]) {
      expect(pickFor(document!), document).toBe(styles);
    }
  });

  it('depend on the custom properties that the document uses, too', () => {
    const pickFor = createStylePicker(parseStyles(':root{--a:1px;--b:2px}'), marks);
    expect(pickFor('<html><path fill="var(--a)"></path>')).toBe(':root{--a:1px;}');
    expect(pickFor('<html><path fill="var(--b)"></path>')).toBe(':root{--b:2px}');
    expect(pickFor('<html><path></path>')).toBe('');
  });
});
