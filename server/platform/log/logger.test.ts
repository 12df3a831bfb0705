import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

it('The log contains neither credentials nor rows rejected by a database', () => {
  let line = '';
  const logger = createLogger('info', {
    write: (text: string) => {
      line += text;
    },
  });
  const err = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com)',
  });
  const headers = { authorization: 'Bearer abc', cookie: 'a=b', 'set-cookie': 'c=d', accept: 'text/html' };
  logger.error({ err, headers, request: { headers } }, 'a request failed');
  expect(line).toContain('duplicate key');
  expect(line).toContain('text/html');
  expect(line).not.toMatch(/ada@example|Bearer|a=b|c=d/);
});
