import { expect, it } from 'vitest';
import { createWalletNames, isNewWallet } from './wallet-names.ts';

const record = { format: 'generic', wallet: null } as const;

it('A name that ends in half a character is that of the wallet as the database stores it', () => {
  const given = `${'x'.repeat(59)}\ud83d`;
  const names = createWalletNames([], new Map());
  const created = names.find(record, given);
  expect(isNewWallet(created)).toBe(true);
  const { name, kind } = names.toInput(created);
  const stored = Buffer.from(name).toString();
  const later = createWalletNames([{ id: 'w', name: stored, kind }], new Map());
  expect(later.find(record, given)).toBe('w');
});
