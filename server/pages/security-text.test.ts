import { describe, expect, it } from 'vitest';
import type { SecurityContact } from '#contract/site.ts';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { FakeMarket } from '../../tests/support/market/fake-market.ts';
import { chooseSecurityContact } from './security-text.ts';
import { registerSiteFiles } from './site-files.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5);

async function read(security: SecurityContact | null) {
  const app = createBareApp();
  registerSiteFiles(app, {
    market: new FakeMarket(),
    publicUrl: () => 'https://alti.example',
    security,
    clock: { now: () => now },
    listOpenPaths: async () => [],
  });
  const answer = await app.inject('/.well-known/security.txt');
  await app.close();
  return answer;
}

describe('security.txt', () => {
  it('gives the contact for vulnerabilities in the form of RFC 9116', async () => {
    const { statusCode, headers, body } = await read({
      contacts: ['security@alti.example', 'https://alti.example/contact'],
      languages: ['en', 'de'],
      policy: 'https://alti.example/policy',
    });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toBe(`Contact: mailto:security@alti.example
Contact: https://alti.example/contact
Expires: 2026-07-01T00:00:00.000Z
Preferred-Languages: en, de
Canonical: https://alti.example/.well-known/security.txt
Policy: https://alti.example/policy
`);
  });

  it('falls back to the support address if the operator chose no contact', async () => {
    const { body } = await read(chooseSecurityContact(undefined, 'support@alti.example'));
    expect(body).toMatch(/^Contact: mailto:support@alti\.example\nExpires: .+\nPreferred-Languages: en\n/);
  });

  it('does not exist if the operator disabled it', async () => {
    expect((await read(chooseSecurityContact(null, 'support@alti.example'))).statusCode).toBe(404);
  });
});
