import type { LookupOptions } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../tests/support/dns-server.ts';
import { createPublicLookup, isPublicAddress } from './public-address.ts';

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
    '168.63.129.16',
    '169.254.169.254',
    '64:ff9b::168.63.129.16',
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
  let dns: DnsServer;
  /** What the name server answers; the last answer is repeated. */
  let answers: Record<string, string[][]>;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    answers = {
      'both.example': [['1.1.1.1', 'fd00::1']],
      'public.example': [['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111']],
      'new.example': [['2606:4700:4700::1111']],
    };
    dns = await startDnsServer((name) => {
      asked.push(name);
      if (name.endsWith('silent.example')) return undefined;
      const [next = [], ...later] = answers[name] ?? [];
      if (later.length > 0) answers[name] = later;
      return next;
    });
  });
  afterEach(() => dns.close());

  const ask = (name: string, options: LookupOptions) =>
    new Promise((resolve) => {
      createPublicLookup({ servers: [dns.address] })(name, options, (error, ...found) =>
        resolve(error?.message ?? found),
      );
    });

  it.each(['localhost', 'LocalHost.', 'api.localhost'])(
    'fails for a name of this machine: %s',
    async (name) => {
      const refused = `${name} is not on the public internet`;
      expect(await ask(name, {})).toBe(refused);
      expect(await ask(name, { all: true })).toBe(refused);
      expect(asked).toEqual([]);
    },
  );

  it('fails if any address of the name is not public', async () => {
    const refused = 'both.example is not on the public internet';
    expect(await ask('both.example', {})).toBe(refused);
    expect(await ask('both.example', { all: true })).toBe(refused);
  });

  it('fails as soon as a name that was public is not', async () => {
    // Each look-up asks for both families.
    answers['moved.example'] = [['1.1.1.1'], ['1.1.1.1'], ['127.0.0.1']];
    expect(await ask('moved.example', {})).toEqual(['1.1.1.1', 4]);
    expect(await ask('moved.example', {})).toBe('moved.example is not on the public internet');
  });

  it('fails for a name without addresses', async () => {
    expect(await ask('nothing.example', { all: true })).toContain('nothing.example');
  });

  it('fails with a time-out if the name servers don’t answer', async () => {
    const lookup = createPublicLookup({ servers: [dns.address], queryMs: 20 });
    const error = await new Promise((resolve) => lookup('silent.example', { all: true }, resolve));
    expect(error).toMatchObject({ name: 'TimeoutError' });
  });

  it('returns public addresses in the requested form', async () => {
    expect(await ask('1.1.1.1', {})).toEqual(['1.1.1.1', 4]);
    expect(await ask('1.1.1.1', { all: true })).toEqual([[{ address: '1.1.1.1', family: 4 }]]);
    expect(await ask('public.example', {})).toEqual(['1.1.1.1', 4]);
    expect(await ask('public.example', { all: true })).toEqual([
      [
        { address: '1.1.1.1', family: 4 },
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700:4700::1111', family: 6 },
      ],
    ]);
    expect(await ask('new.example', {})).toEqual(['2606:4700:4700::1111', 6]);
  });

  it('waits for no name server that is silent about other names', async () => {
    let silent = 0;
    for (let index = 0; index < 8; index += 1)
      void ask(`${index}.silent.example`, {}).then(() => (silent += 1));
    expect(await ask('public.example', {})).toEqual(['1.1.1.1', 4]);
    expect(silent).toBe(0);
  });
});
