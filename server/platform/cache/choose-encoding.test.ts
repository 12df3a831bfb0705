import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseEncoding } from './choose-encoding.ts';

describe('chooseEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP, BR', 'br'],
    ['*', 'br'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity', 'identity'],
    ['gzip; q=0.001', 'gzip'],
    ['br;q=nonsense, gzip;q=0.1', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['identity;q=0, *;q=0', 'identity'],
  ])('answers %s with %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
    expect(chooseEncoding(header)).toBe(encoding);
  });

  it('survives any header, and never picks an encoding with weight 0', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(['br', 'gzip', 'identity']).toContain(chooseEncoding(header));
        expect(chooseEncoding(`${header.replaceAll(/[*]/g, '')},br;q=0`)).not.toBe('br');
      }),
    );
  });
});
