import { afterAll, expect } from 'vitest';
import { takeLeaks } from './log-secrets.ts';

/* Loaded before each test file (`setupFiles`). */
afterAll(() => {
  expect(takeLeaks(), 'secrets in the logs').toEqual([]);
});
