import { describe, expect, it } from 'vitest';
import type { Block, TableBlock } from './block.ts';
import { type Page, paginate } from './paginate.ts';
import { paperSizes } from './report-canvas.ts';
import { TextFit } from './text-fit.ts';

const fit = new TextFit({ glyphOf: () => null });
const rows: TableBlock = {
  kind: 'table',
  name: 'Rows',
  columns: [{ name: 'Row', share: 1, lines: 3 }],
  count: 9,
  readRows: (first, end) => Array.from({ length: end - first }, () => ['Row']),
};

/** The pages of `count` facts followed by `blocks`. */
const pagesBelow = (count: number, blocks: readonly Block[]): Page[] => {
  const facts = Array.from({ length: count }, () => ({ name: 'Fact', value: 'value', isFigure: true }));
  return paginate([{ kind: 'facts', facts }, ...blocks], paperSizes.A4, fit);
};
const kindsOf = ({ placed }: Page) => placed.map((one) => (one.kind === 'text' ? one.block.kind : one.kind));

it('keeps a heading, its text and its table together at any position on the page', () => {
  const section: Block[] = [
    { kind: 'heading', text: 'Differences' },
    { kind: 'paragraph', text: 'What they are.' },
    rows,
  ];
  for (let count = 13; count < 60; count += 1)
    for (const page of pagesBelow(count, section))
      expect(['heading', 'paragraph']).not.toContain(kindsOf(page).at(-1));
});

it('keeps a source with its text, and both with their heading', () => {
  const section: Block[] = [
    { kind: 'heading', text: 'Rules used' },
    { kind: 'item', text: 'A rule.' },
    { kind: 'source', text: 'Where it is written' },
    { kind: 'item', text: 'Another rule.' },
    { kind: 'source', text: 'Where that is written' },
  ];
  for (let count = 13; count < 60; count += 1)
    for (const page of pagesBelow(count, section)) {
      expect(kindsOf(page)[0]).not.toBe('source');
      expect(['heading', 'item']).not.toContain(kindsOf(page).at(-1));
    }
});

it('makes each row as high as its longest text, up to its maximum of lines', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  const wide = new TextFit({ glyphOf: () => ({ width: 1 }) as never });
  const table: TableBlock = {
    ...rows,
    columns: [
      { name: 'Text', share: 1, lines: 3 },
      { name: 'Name', share: 1 },
    ],
    count: 4,
    readRows: (first, end) =>
      [words(2), words(12), words(400), ''].slice(first, end).map((text) => [text, words(400)]),
  };
  const [page] = paginate([table], paperSizes.A4, wide);
  const [placed] = page!.placed;
  const heights = placed?.kind === 'rows' ? placed.heights : [];
  const [one = 0, two = 0, three = 0, none = 0] = heights;
  expect([two > one, three > two, none]).toEqual([true, true, one]);
  expect(three - two).toBeCloseTo(two - one, 6);
});

describe('a floating section', () => {
  const section: Block = {
    kind: 'floating',
    blocks: [
      { kind: 'heading', text: 'Glossary' },
      { kind: 'facts', facts: Array.from({ length: 12 }, () => ({ name: 'Term', value: 'meaning' })) },
      { kind: 'paragraph', text: 'Figures are rounded.' },
    ],
  };
  const isWhole = (page: Page) =>
    kindsOf(page)
      .join(' ')
      .includes(`heading ${'fact '.repeat(12)}paragraph`);
  const tables: Block[] = [{ kind: 'page', isLandscape: true }, rows];

  it('is on one page, at any position, and takes one of its own only if it fits on no other', () => {
    for (let count = 1; count < 60; count += 1) {
      const pages = pagesBelow(count, [section, ...tables]);
      expect(pages.filter(isWhole)).toHaveLength(1);
      expect(pages).toHaveLength(pagesBelow(count, tables).length);
    }
  });

  it('is below what comes before it if it fits there', () => {
    const [first, second] = pagesBelow(5, [section, ...tables]);
    expect([first, second].map((page) => isWhole(page!))).toEqual([true, false]);
    expect(second).toMatchObject({ isLandscape: true });
  });

  it('is below the last table otherwise, and on a portrait page of its own if that is full', () => {
    expect(pagesBelow(35, [section, ...tables]).map(isWhole)).toEqual([false, true]);
    const full: Block[] = [
      { kind: 'page', isLandscape: true },
      { ...rows, count: 30 },
    ];
    const pages = pagesBelow(35, [section, ...full]);
    expect(pages.map(isWhole)).toEqual([false, false, true]);
    expect(pages.map(({ isLandscape }) => isLandscape)).toEqual([false, true, false]);
  });
});
