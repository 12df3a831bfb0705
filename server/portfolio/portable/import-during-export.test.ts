import { expect, it } from 'vitest';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { writeJsonPieces } from '#server/platform/json-pieces.ts';
import { createUuidV7 } from '#server/platform/uuid-v7.ts';
import { describeImports } from '../../../tests/support/imports/describe-imports.ts';
import { addPortfolios } from './add-service.ts';
import { check } from './check-portfolios.ts';
import type { PortablePortfolio } from './portable-schema.ts';
import { readPortfolios } from './read-store.ts';

const header =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';
const fileOf = (day: number) =>
  `${header}\n2024-01-0${day} 10:00:00,Buy BTC,BTC,0.${day},,,USD,20000,20000,crypto_purchase`;

describeImports('a file applied while the account is exported', (open) => {
  it('has transactions that stay in the importing account when it applies files of its own', async () => {
    const { db, site } = open();
    const [from, to] = [await site.open(), await site.open()];
    const exported = await readPortfolios(db, from.userId);
    await from.importFile(fileOf(1));
    let text = '';
    for await (const piece of writeJsonPieces(exported)) text += piece;
    const data = (await check(JSON.parse(text))) as PortablePortfolio[];
    const createId = createUuidV7({ now: () => Date.now() });
    await transact(db, async (tx) => {
      const owner = (await lockOwner(tx, to.userId))!;
      return addPortfolios(tx, { ...owner, userId: to.userId }, data, createId);
    });
    const [main] = (await to.call('GET', '/api/portfolios')).body as { id: string }[];
    // The portfolio that the account had is replaced.
    Object.assign(to.main, main);
    expect(await to.ledger()).toMatchObject([{ in: { amount: '0.1' } }]);
    await to.importFile(fileOf(5));
    const amounts = ['0.1', '0.5'];
    expect((await to.ledger()).map(({ in: leg }) => leg?.amount).sort()).toEqual(amounts);
    // The same file counts once.
    expect(await to.importFile(fileOf(1))).toMatchObject({ added: 0, known: 1 });
    expect((await to.ledger()).map(({ in: leg }) => leg?.amount).sort()).toEqual(amounts);
  });
});
