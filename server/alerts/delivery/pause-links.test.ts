import { describe, expect, it } from 'vitest';
import { createPauseLinks } from './pause-links.ts';

const alertId = '0d8b1b4e-7a4f-4f0a-9b51-6a1d2f6f7c11';

describe('a link that pauses an alert', () => {
  const links = createPauseLinks('a secret');
  const token = links.sign(alertId);

  it('names its alert', () => {
    expect(links.read(token)).toBe(alertId);
    expect(token).toMatch(/^[\w.-]+$/);
  });

  it.each([
    ['', 'nothing'],
    [alertId, 'an id without a signature'],
    [`${alertId}.`, 'an empty signature'],
    [token.slice(0, -1), 'one that is cut short'],
    [`${token}x`, 'one that is too long'],
    [token.replace(alertId[0]!, '1'), 'the signature of another alert'],
    [createPauseLinks('another secret').sign(alertId), 'one of another installation'],
  ])('is not %j, %s', (text) => expect(links.read(text)).toBeUndefined());
});

it('a link works with the previous secret during a rotation', () => {
  const token = createPauseLinks('old').sign('an-alert');
  expect(createPauseLinks('new', 'old').read(token)).toBe('an-alert');
  expect(createPauseLinks('new').read(token)).toBeUndefined();
});
