import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function collectLog(level = 'trace') {
  const lines: string[] = [];
  const logger = createLogger(level, { write: (line: string) => void lines.push(line) });
  return { logger, lines, text: () => lines.join('') };
}

it('The log contains neither credentials nor rows rejected by a database', () => {
  const { logger, text } = collectLog('info');
  const err = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com)',
  });
  const headers = { authorization: 'Bearer abc', cookie: 'a=b', 'set-cookie': 'c=d', accept: 'text/html' };
  logger.error({ err, headers, request: { headers } }, 'a request failed');
  expect(text()).toContain('duplicate key');
  expect(text()).toContain('text/html');
  expect(text()).not.toMatch(/ada@example|Bearer|a=b|c=d/);
});

describe('A line of any level', () => {
  it.each([
    ['an e-mail address', 'ada.lovelace@example.com'],
    ['an address of another script', 'адам@пример.example'],
    ['a password in an address', 'postgres://altimeter:hunter2@db.example/altimeter'],
    ['a code', 'K7QX-2M9D'],
    ['a link', 'https://altimeter.example/signin/verify#q8W3nX0v'],
    ['a query string', '/reset?email=ada&next=%2Faccount'],
    ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlIG9mIGl0'],
    ['an API key', 'alt_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'],
    ['a random secret', 'x'.repeat(43)],
    ['an inbox key', '0123456789abcdef0123456789abcdef'],
    ['a key of a provider', 'whsec_abcdef0123456789'],
  ])('never has %s', (_, secret) => {
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) {
      const { logger, lines, text } = collectLog();
      logger[level]({ note: secret, err: new Error(`no such thing: ${secret}`) }, `refused ${secret}.`);
      logger[level](new Error(secret, { cause: new TypeError(`"${secret}" is wrong`) }));
      expect(lines).toHaveLength(2);
      expect(lines.map((line) => JSON.parse(line).level)).toHaveLength(2);
      for (const part of secret
        .split(/[/@:?#]|&/)
        .filter((word) => /hunter2|q8W3|email=|ada\.|адам/.test(word)))
        expect(text()).not.toContain(part);
      expect(text()).not.toContain(secret);
    }
  });

  it('says where a fault arose, and why', () => {
    const { logger, lines } = collectLog();
    logger.error(
      { err: new TypeError('x is not a function', { cause: new RangeError('too far') }) },
      'fault',
    );
    const { err } = JSON.parse(lines[0]!);
    expect(err).toMatchObject({ type: 'TypeError', cause: { type: 'RangeError', message: 'too far' } });
    expect(err.stack).toMatch(/^TypeError: x is not a function\n {4}at .*logger\.test\.ts/);
  });

  it('has none of the values that a parser or the database could not read', () => {
    const { logger, text } = collectLog();
    const refused = Object.assign(new Error('invalid input syntax for type uuid: "dear diary"'), {
      code: '22P02',
      query: 'select dear diary',
      parameters: ['dear diary'],
    });
    logger.error({ err: refused }, 'a request failed');
    let parsed: unknown;
    try {
      parsed = JSON.parse('dear diary');
    } catch (err) {
      logger.error({ err }, 'a request failed');
    }
    expect(parsed).toBeUndefined();
    expect(text()).toContain('22P02');
    expect(text()).not.toMatch(/dear|diary/);
  });
});
