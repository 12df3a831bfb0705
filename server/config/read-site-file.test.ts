import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { defaultSite } from './default-site.ts';
import { loadConfig } from './read-config.ts';
import { readSiteFile } from './read-site-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'altimeter-site-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'site.json');

function read(content: unknown) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readSiteFile(file);
}

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
  throw new Error('it was accepted');
}

describe('the site file', () => {
  it('may define any part; the rest keeps its defaults', () => {
    expect(read({})).toEqual(defaultSite);
    expect(read({ name: ' Sextant ', contacts: [] })).toEqual({
      ...defaultSite,
      name: 'Sextant',
      contacts: [],
    });
  });

  it('replaces each part it names as a whole, so that no default claim remains with the operator’s', () => {
    expect(read({ claims: { figures: [{ figure: '7', name: 'users' }] } }).claims).toEqual({
      figures: [{ figure: '7', name: 'users' }],
      refresh: '',
      investors: '',
    });
    expect(read({ support: {} }).support).toEqual({ response: '', chat: '', hours: [] });
  });

  it.each([
    ['{"name": "Sextant",}', 'JSON'],
    [[], 'the whole file to be an object'],
    [{ name: '' }, 'name to be one line of 1 to 30 characters'],
    [{ name: 7 }, 'name to be one line of 1 to 30 characters'],
    [{ name: 'A\r\nBcc: eve@example.com' }, 'name to be one line of 1 to 30 characters'],
    [{ name: 'A <a@b.c>' }, 'name to be one line of 1 to 30 characters without < > " \\'],
    [{ nmae: 'Sextant' }, 'no nmae'],
    [{ social: { fax: 'https://fax.example' } }, 'no social.fax'],
    [{ social: { chat: 'javascript:alert(1)' } }, 'social.chat to be an https address'],
    [{ social: { chat: 'https://user:key@chat.example' } }, 'social.chat to be an https address'],
    [{ social: { microblog: 'https:\\\\evil.example' } }, 'social.microblog to be an https address'],
    [
      { claims: { figures: [{ figure: '7', name: 'users' }, { figure: '8' }] } },
      'claims.figures[1].name to be one line of 1 to 40 characters',
    ],
    [{ claims: { figures: 'many' } }, 'claims.figures to be a list of 0 to 12 entries'],
    [
      { support: { hours: [{ days: 'Monday', time: '' }] } },
      'support.hours[0].time to be one line of 1 to 40 characters',
    ],
    [
      { contacts: [{ title: 'Press', text: 'Ask.', email: 'press' }] },
      'contacts[0].email to be an e-mail address',
    ],
    [{ security: { contacts: [] } }, 'security.contacts to be a list of 1 to 5 entries'],
    [{ security: { contacts: ['tel'] } }, 'security.contacts[0] to be an e-mail or https address'],
    [
      { security: { contacts: ['a@b.example'], languages: ['English'] } },
      'security.languages[0] to be a language tag, such as en',
    ],
  ])('is refused in one line if it is invalid: %j', (content, wanted) => {
    expect(refusal(() => read(content))).toBe(`SITE_FILE is ${JSON.stringify(file)}; expected ${wanted}.`);
  });

  it('is named, with the reason, if it cannot be read', () => {
    const missing = join(folder, 'missing.json');
    expect(refusal(() => loadConfig({ SITE_FILE: missing }))).toBe(
      `SITE_FILE is ${JSON.stringify(missing)}; expected a file that can be read (ENOENT).`,
    );
    expect(refusal(() => loadConfig({ SITE_FILE: 'site.yaml' }))).toBe(
      'SITE_FILE is "site.yaml"; expected a .json file about the site.',
    );
  });

  it('names the sender of e-mails', () => {
    read({ name: 'Sextant & Sons' });
    expect(loadConfig({ SITE_FILE: file }).mail.from).toBe('"Sextant & Sons" <no-reply@localhost>');
    expect(loadConfig({ SITE_FILE: file, MAIL_FROM: 'me@example.com' }).mail.from).toBe('me@example.com');
  });

  it('has a valid example that contains every entry', () => {
    const example = readSiteFile(join(import.meta.dirname, '../../docs/site-file.example.json'));
    expect(Object.keys(example).toSorted()).toEqual(Object.keys(defaultSite).toSorted());
    expect(example).toMatchObject({ claims: defaultSite.claims, support: defaultSite.support });
    expect(Object.keys(example.social)).toEqual(['microblog', 'chat', 'repository']);
    expect(example.security?.contacts).toHaveLength(2);
  });
});
