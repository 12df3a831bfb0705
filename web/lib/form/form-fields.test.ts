import { describe, expect, it } from 'vitest';
import { ApiError } from '../api-client.ts';
import { describeFailure, fieldErrorsOf } from './form-fields.ts';

const refusal = (body: unknown) =>
  new ApiError(400, 'Bad Request', typeof body === 'string' ? body : JSON.stringify(body));

describe('what is said of a failure', () => {
  it.each([
    ['nothing failed', undefined, null],
    ['the server gave its reason', refusal({ message: 'Too many codes.' }), 'Too many codes.'],
    ['the server gave none', refusal({}), 'Sign up failed'],
    ['the answer is not ours', refusal('<html>Bad Gateway</html>'), 'Sign up failed'],
    ['the answer is JSON null', refusal('null'), 'Sign up failed'],
    ['the server was not reached', new TypeError('Failed to fetch'), 'Sign up failed. Please try again.'],
  ])('where %s', (_, failure, text) => expect(describeFailure(failure, 'Sign up failed')).toBe(text));

  it('names the fields that the server refused', () => {
    const issues = [{ path: 'email', message: 'Must be an email address' }];
    expect(fieldErrorsOf(refusal({ message: 'x', issues }))).toEqual({ email: 'Must be an email address' });
    expect(fieldErrorsOf(new TypeError('Failed to fetch'))).toEqual({});
  });
});
