import { describe, expect, it } from 'vitest';
import {
  ApiError,
  dehydrateError,
  describeFailure,
  explainFailure,
  hasCode,
  hydrateError,
  readApiError,
  reassure,
} from './errors.ts';

const refusal = (body: unknown) =>
  readApiError(400, 'Bad Request', typeof body === 'string' ? body : JSON.stringify(body));

describe('an API error', () => {
  it.each([
    ['{"message":"m","code":"not_found"}', { reason: 'm', code: 'not_found', issues: [] }],
    ['<html>', { reason: undefined, code: undefined, issues: [] }],
    ['null', { reason: undefined, code: undefined, issues: [] }],
    ['"text"', { reason: undefined, code: undefined, issues: [] }],
  ])('reads the body %s', (body, details) => expect(refusal(body)).toMatchObject(details));

  it('is recognized by its code, never by its text', () => {
    expect(hasCode(refusal({ code: 'limit_reached' }), 'limit_reached')).toBe(true);
    expect(hasCode(refusal({ message: '403: limit' }), 'limit_reached')).toBe(false);
    expect(hasCode(new Error('403: {"code":"limit_reached"}'), 'limit_reached')).toBe(false);
  });

  it('survives dehydration and hydration', () => {
    const error = refusal({
      message: 'Full',
      code: 'limit_reached',
      limitType: 'alerts',
      requiredTier: 'pro',
      issues: [{ path: 'email', message: 'Wrong' }],
    });
    const restored = hydrateError(JSON.parse(JSON.stringify(dehydrateError(error))));
    expect(restored).toBeInstanceOf(ApiError);
    expect({ ...restored, message: restored.message }).toEqual({ ...error, message: error.message });
  });

  it('is not created from other errors by dehydration', () => {
    const restored = hydrateError(dehydrateError(new Error('Failed to fetch news')));
    expect(restored).not.toBeInstanceOf(ApiError);
    expect(restored.message).toBe('Failed to fetch news');
  });
});

describe('the text for a failure', () => {
  it.each([
    ['nothing failed', null, null],
    ['the server gave a reason', refusal({ message: 'Too many codes.' }), 'Too many codes.'],
    ['the server gave none', refusal({}), 'Sign up failed'],
    ['the answer is not ours', refusal('<html>Bad Gateway</html>'), 'Sign up failed'],
    ['the server was not reached', new TypeError('Failed to fetch'), 'Sign up failed. Please try again.'],
  ])('when %s', (_, failure, text) => expect(describeFailure(failure, 'Sign up failed')).toBe(text));
});

describe('the text after what has failed', () => {
  it.each([
    ['the server gave a reason', refusal({ message: 'Too many codes.' }), 'Too many codes.'],
    ['the server gave none', refusal({}), 'Please try again.'],
    [
      'the server was not reached',
      new TypeError('Failed to fetch'),
      'Please check your connection and try again.',
    ],
  ])('when %s', (_, failure, text) => expect(explainFailure(failure)).toBe(text));
});

it('The market is called available only if the server has answered', () => {
  expect(reassure(refusal({ code: 'unavailable' }))).toBe('The market is still available.');
  expect(reassure(new TypeError('Failed to fetch'))).toBe('Please check your connection and try again.');
});
