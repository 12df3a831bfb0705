import { expect, it } from 'vitest';
import { getPlan } from '#contract/plans.ts';
import { describeOwnFeature } from './feature-words.ts';

it('the text about the user’s plan is true even if the plan has changed since the page was opened', () => {
  expect(describeOwnFeature(null, 'csvExport')).toBe('You need an account with that plan.');
  expect(describeOwnFeature(getPlan('free'), 'csvExport')).toBe('It is not in your Free plan.');
  expect(describeOwnFeature(getPlan('pro'), 'csvExport')).toBe('Your Pro plan has it now.');
  expect(describeOwnFeature(getPlan('pro'), 'apiAccess')).toBe('It is not in your Pro plan.');
});
