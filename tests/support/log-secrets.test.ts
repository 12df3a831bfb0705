import { expect, it } from 'vitest';
import { findLeaks, refuseLeaks, rememberSecret } from './log-secrets.ts';

it.each([
  ['{"msg":"sent to ada@example.com"}', 'an e-mail address'],
  ['{"msg":"the code 7KQ2-M4TX"}', 'a code'],
  ['{"token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.abc"}', 'a token'],
  ['{"authorization":"Bearer abcdefghijkl"}', 'a bearer header'],
  ['{"req":{"url":"/api/search?query=my-coin"}}', 'a query string'],
  ['{"path":"/signin/verify#secret"}', 'a part after the #'],
  ['{"msg":"with 0123456789abcdef0123"}', 'a secret of the test'],
])('a log with a secret is found: %s', (line, what) => {
  rememberSecret('0123456789abcdef0123');
  expect(findLeaks(line)).toEqual([`${what}: ${line}`]);
  expect(() => refuseLeaks(`Altimeter is running at http://localhost:1\n${line}\n`)).toThrow(what);
});

it('a log without secrets passes', () => {
  const line =
    '{"level":30,"time":1800000000000,"url":"/api/global","id":"3f2c0000-aaaa-4bbb-8ccc-000000000001"}';
  expect(findLeaks(line)).toEqual([]);
  refuseLeaks(line);
});
