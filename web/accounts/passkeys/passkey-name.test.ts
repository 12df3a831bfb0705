import { expect, it } from 'vitest';
import { namePasskey } from './passkey-name.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

it.each([
  [[], 'Firefox on Windows'],
  [['Safari on iPhone'], 'Firefox on Windows'],
  [['Firefox on Windows'], 'Firefox on Windows (2)'],
  [['Firefox on Windows (2)', 'Firefox on Windows'], 'Firefox on Windows (3)'],
])('Next to %j, a new passkey is named %s', (taken, name) => {
  expect(namePasskey(firefox, taken)).toBe(name);
});
