import { expect, it } from 'vitest';
import type { Wallet } from '#contract/ledger/wallets.ts';
import { describeImports } from '../../../tests/support/imports/describe-imports.ts';
import { goldenImportNames } from '../../../tests/support/imports/golden-imports.ts';
import {
  type GoldenRows,
  goldenVariants,
  readGoldenRows,
} from '../../../tests/support/imports/golden-rows.ts';
import type { ImportUser } from '../../../tests/support/imports/import-app.ts';

/** Everything about each transaction except its ids, in an order that does not depend on them. */
async function describeLedger(user: ImportUser): Promise<string[]> {
  const { body } = await user.call('GET', `/api/portfolios/${user.main.id}/wallets`);
  const names = new Map((body as Wallet[]).map(({ id, name }) => [id, name]));
  return (await user.ledger())
    .map(({ type, kind, occurredAt, in: into, out, fee, value, wallet, toWallet, externalId, note }) => {
      const wallets = [wallet, toWallet].map((id) => id && names.get(id));
      return JSON.stringify({ type, kind, occurredAt, into, out, fee, value, wallets, externalId, note });
    })
    .sort();
}

describeImports('a sample file from an exchange', (open) => {
  async function importAll(files: readonly GoldenRows[]): Promise<ImportUser & { undoAll(): Promise<void> }> {
    const user = await open().site.open();
    const ids: string[] = [];
    for (const { text, fields } of files) ids.push((await user.importFile(text, fields)).id);
    return {
      ...user,
      undoAll: async () => {
        for (const id of ids) await user.undo(id);
      },
    };
  }

  // Without the samples the tests are skipped. A suite without any would fail.
  const hasSamples = goldenImportNames.length > 0;
  const names = hasSamples ? goldenImportNames : ['no sample'];
  it
    .skipIf(!hasSamples)
    .each(names.flatMap((name) => goldenVariants.map((variant) => ({ name, ...variant }))))(
    '$title gives the same ledger: $name',
    async ({ name, make }) => {
      const golden = await readGoldenRows(name);
      const expected = await describeLedger(await importAll([golden.whole]));
      expect(expected.length).toBeGreaterThan(0);
      const user = await importAll(make(golden));
      expect(await describeLedger(user)).toEqual(expected);
      await user.undoAll();
      expect(await user.ledger()).toEqual([]);
    },
  );
});
