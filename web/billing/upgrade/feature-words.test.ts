import { expect, it } from 'vitest';
import { getPlan } from '#contract/plans.ts';
import { describeOwnFeature } from './feature-words.ts';

it('the text about the user’s plan is true even if the plan has changed since the page was opened', () => {
  expect(describeOwnFeature(null, 'csvExport')).toBe('You need an account with that plan.');
  expect(describeOwnFeature(getPlan('free'), 'csvExport')).toBe('Your Free plan doesn’t include it.');
  expect(describeOwnFeature(getPlan('pro'), 'csvExport')).toBe('Your Pro plan includes it now.');
  expect(describeOwnFeature(getPlan('pro'), 'apiAccess')).toBe('Your Pro plan doesn’t include it.');
});
