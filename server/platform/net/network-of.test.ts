import { describe, expect, it } from 'vitest';
import { networkOf } from './network-of.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.255', true],
    ['203.0.113.7', '203.0.114.7', false],
    ['::ffff:203.0.113.7', '203.0.113.9', true],
    ['2001:db8:1:2ff::1', '2001:db8:1:200:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2ff::1', '2001:db8:1:300::1', false],
    ['2001:db8::1', '2001:db8:0:0:1::', true],
    ['2001:DB8::1', '2001:db8::2', true],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['fe80::1%br-lan', 'fe80::2%eth0.100', true],
    ['[2001:db8::1]:50001', '[2001:db8::2]:50002', true],
    ['[2001:db8::1]:50001', '2001:db8::2', true],
    ['[2001:db8::1]:50001', '[2001:db9::1]:50001', false],
    ['203.0.113.7:50001', '203.0.113.8:50002', true],
    ['2001:db8::1:50001', '2001:db8::2:443', true],
    ['2001:db8:0:0:0:0:0:1:443', '2001:db8::2', true],
    ['2001:db8:0:0:0:0:0:1:443', '2001:db9:0:0:0:0:0:1:443', false],
    ['[', '[x', false],
    ['::1', '::2', true],
    ['::1', '1::', false],
  ])('is the same for %s and %s: %s', (one, other, isSame) => {
    expect(networkOf(one) === networkOf(other)).toBe(isSame);
  });
});
