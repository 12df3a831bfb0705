import type { LookupAddress, LookupOptions } from 'node:dns';
import { describe, expect, it, vi } from 'vitest';
import { isPublicAddress, lookupPublic } from './public-address.ts';

type Found = (error: Error | null, addresses: LookupAddress[]) => void;

/** `both.example` has one public and one private address; other names are looked up as usual. */
vi.mock('node:dns', async (load) => {
  const real = await load<typeof import('node:dns')>();
  const both = [
    { address: '1.1.1.1', family: 4 },
    { address: 'fd00::1', family: 6 },
  ];
  const lookup = (name: string, options: LookupOptions & { all: true }, found: Found) =>
    name === 'both.example' ? found(null, both) : real.lookup(name, options, found);
  return { ...real, lookup };
});

describe('an address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '142.250.185.78',
    '192.0.3.1',
    '2606:4700:4700::1111',
    '2a00:1450::1',
    '64:ff9b::8.8.8.8',
  ])('%s is on the public internet', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::808:808',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '2001:0:a00:1::1',
    '3fff::1',
    '4000::1',
    '2130706433',
    'localhost',
    '',
  ])('%j is not on the public internet', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('looking a name up', () => {
  const ask = (name: string, options: LookupOptions) =>
    new Promise((resolve) => {
      lookupPublic(name, options, (error, ...found) => resolve(error?.message ?? found));
    });

  it('fails for a name of this machine', async () => {
    const refused = 'localhost is not on the public internet';
    expect(await ask('localhost', {})).toBe(refused);
    expect(await ask('localhost', { all: true })).toBe(refused);
  });

  it('fails if any address of the name is not public', async () => {
    const refused = 'both.example is not on the public internet';
    expect(await ask('both.example', {})).toBe(refused);
    expect(await ask('both.example', { all: true })).toBe(refused);
  });

  it('returns public addresses in the requested form', async () => {
    expect(await ask('1.1.1.1', {})).toEqual(['1.1.1.1', 4]);
    expect(await ask('1.1.1.1', { all: true })).toEqual([[{ address: '1.1.1.1', family: 4 }]]);
  });
});
