import { expect, it } from 'vitest';
import { describeRemovalFailure, describeState, hideNumbers, nameSkip } from './import-words.ts';

it('A file without new transactions has nothing new, which is not the same as none added yet', () => {
  const file = { state: 'ready', added: null, transactions: { new: 0, known: 7 } } as const;
  expect(describeState(file)).toBe('Nothing new');
  expect(describeState({ ...file, transactions: { new: 1, known: 7 } })).toBe('1 transaction not added yet');
  expect(describeState({ ...file, state: 'applied', added: 6 })).toBe('6 transactions added');
  expect(describeState({ ...file, state: 'questions' })).toBe('Needs your answers');
});

it('The message says whether a file was not discarded or an import not undone', () => {
  const failure = new TypeError('Failed to fetch');
  expect(describeRemovalFailure(failure, 'ready')).toBe('The file was not discarded. Please try again.');
  expect(describeRemovalFailure(failure, 'applied')).toBe('The import was not undone. Please try again.');
  expect(describeRemovalFailure(null, 'ready')).toBeNull();
});

it('Skipping leaves rows out, but a transfer stays: it is only not joined with an arrival', () => {
  expect((['coin', 'duplicate', 'transfer'] as const).map(nameSkip)).toEqual([
    'Leave these rows out',
    'Leave these rows out',
    'None of these',
  ]);
});

it('No number of a line of a file is shown while amounts are hidden', () => {
  expect(hideNumbers('some day,buy,ETH,2.5,"5,000.00",USD')).toBe('some day,buy,ETH,••••,"••••",USD');
  expect(hideNumbers('-0,5;€12;1e-7')).toBe('-••••;€••••;••••e-••••');
  expect(hideNumbers('Digits beyond the 18th after the point were rounded: 0.1234')).toBe(
    'Digits beyond the 18th after the point were rounded: ••••',
  );
});
