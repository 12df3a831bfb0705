import type { TaxCountry } from '#contract/tax/choice.ts';
import { taxGlossary } from '#contract/tax/words.ts';
import type { FloatingBlock } from './block.ts';

/** The terms of a country's reports, and how figures are rounded. */
export function createGlossaryBlock(country: TaxCountry): FloatingBlock {
  const terms = taxGlossary.filter(({ countries }) => countries?.includes(country) ?? true);
  return {
    kind: 'floating',
    blocks: [
      { kind: 'heading', text: 'Glossary' },
      { kind: 'facts', facts: terms.map(({ term, meaning }) => ({ name: term, value: meaning })) },
      {
        kind: 'paragraph',
        text: 'Figures are rounded for reading, so that rounded lines may not sum to the last digit of a rounded total. The JSON of this report has every digit.',
      },
    ],
  };
}
