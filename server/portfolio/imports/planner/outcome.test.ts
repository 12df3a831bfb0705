import { expect, it } from 'vitest';
import { AppError } from '#server/platform/http/app-error.ts';
import { readOutcome, toOutcome } from './outcome.ts';

it('carries all details of a refusal, and nothing else', async () => {
  const issues = [{ path: 'file', message: 'no' }];
  const refusal = new AppError('conflict', 'Later.', { retryAfter: 1, issues, details: { columns: ['a'] } });
  const outcome = structuredClone(await toOutcome(Promise.reject(refusal)));
  expect(() => readOutcome(outcome)).toThrow(refusal);
  try {
    readOutcome(outcome);
  } catch (error) {
    expect(error).toMatchObject({
      code: 'conflict',
      status: 409,
      retryAfter: 1,
      issues,
      details: { columns: ['a'] },
    });
  }
  expect(readOutcome(await toOutcome(Promise.resolve({ added: 1 })))).toEqual({ added: 1 });
  await expect(toOutcome(Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
});
