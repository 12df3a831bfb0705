import { expect, it } from 'vitest';
import { readApiError } from '#web/lib/errors.ts';
import { describePasskeyFailure, isCancelled } from './passkey-failure.ts';

const named = (name: string) => Object.assign(new Error('The operation …'), { name });

it.each([
  [undefined, null],
  [named('NotAllowedError'), null],
  [named('AbortError'), null],
  [named('InvalidStateError'), 'This device already has a passkey for your account.'],
  [named('SecurityError'), 'Passkeys don’t work at this address.'],
  [new TypeError('fetch failed'), 'Sign in failed. Please try again.'],
  [
    readApiError(400, 'Bad Request', '{"message":"That passkey did not work."}'),
    'That passkey did not work.',
  ],
])('describes %s as: %s', (failure, text) => {
  expect(describePasskeyFailure(failure, 'Sign in failed')).toBe(text);
});

it('Only failures caused by the user count as cancelled', () => {
  expect([named('NotAllowedError'), named('SecurityError'), undefined].map(isCancelled)).toEqual([
    true,
    false,
    false,
  ]);
});
