import { expect, it } from 'vitest';
import type { Import, ImportQuestion, Imports } from '#contract/ledger/imports.ts';
import { transact } from '#server/platform/database/transact.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { describeImports } from '../../../tests/support/imports/describe-imports.ts';
import { insertImport } from '../../../tests/support/imports/import-rows.ts';
import { fakeNow } from '../../../tests/support/market/fake-market.ts';
import { mergePortfolios } from '../merge-service.ts';
import { createCoinAnswerStore } from './coins/coin-answer-store.ts';
import { readPacked } from './drafts/pack-file.ts';
import { UnreadableFile } from './readers/unreadable-file.ts';
import { createImportStore } from './store.ts';

const header = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
const fileOf = (...days: number[]) =>
  [
    header,
    ...days.map((day) => `L${day},R${day},2023-01-0${day} 10:00:00,deposit,,currency,XXBT,1,0,1`),
  ].join('\n');
const day = 86_400_000;

describeImports('imports that are kept', (open) => {
  it('move with a merged account, match their rows there, and can be undone', async () => {
    const { site, db } = open();
    const [movedUser, keptUser] = [await site.open(), await site.open()];
    await movedUser.importFile(fileOf(1, 2));
    await keptUser.importFile(fileOf(3));
    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    expect(await keptUser.ledger()).toHaveLength(3);
    const again = await keptUser.importFile(fileOf(1, 2, 3));
    expect([again.added, again.known]).toEqual([0, 3]);
    const path = `/api/portfolios/${keptUser.main.id}/imports`;
    const list: Imports = (await keptUser.call('GET', path)).body;
    expect(list.map(({ state }) => state)).toEqual(['applied', 'applied', 'applied']);
    for (const { id } of list) await keptUser.undo(id);
    expect(await keptUser.ledger()).toEqual([]);
  });

  it('count once if both accounts have the same file, with edits and named lots', async () => {
    const { site, db } = open();
    const [movedUser, keptUser] = [await site.open(), await site.open()];
    const [own, same] = [
      await keptUser.importFile(fileOf(1, 2, 3)),
      await movedUser.importFile(fileOf(1, 2, 3)),
    ];
    const rowsOf = (id: string) =>
      db.selectFrom('transactions').selectAll().where('import_id', '=', id).orderBy('occurred_at').execute();
    const [ownRows, sameRows] = [await rowsOf(own.id), await rowsOf(same.id)];
    const change = (id: string, set: object) =>
      db.updateTable('transactions').set(set).where('id', '=', id).execute();
    await change(sameRows[1]!.id, { note: 'edited', updated_at: fakeNow + 1 });
    const lots = [0, 1].map((place) => ({ transactionId: sameRows[place]!.id, amount: '0.5' }));
    const sale = { id: 'sale', source: 'manual', import_id: null, row_key: '1', lots: JSON.stringify(lots) };
    await db
      .insertInto('transactions')
      .values({ ...sameRows[2]!, ...sale } as never)
      .execute();
    await db
      .updateTable('portfolios')
      .set({ transaction_count: 4 })
      .where('id', '=', movedUser.main.id)
      .execute();

    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    const kept = [ownRows[0]!.id, sameRows[1]!.id, ownRows[2]!.id, 'sale'];
    const live = await db
      .selectFrom('transactions')
      .select(['id', 'lots', 'note'])
      .where('portfolio_id', '=', keptUser.main.id)
      .where('deleted_at', 'is', null)
      .execute();
    expect(live.map(({ id }) => id).sort()).toEqual([...kept].sort());
    expect(live.filter(({ note }) => note === 'edited')).toMatchObject([{ id: kept[1] }]);
    const renamed = kept.slice(0, 2).map((transactionId) => ({ transactionId, amount: '0.5' }));
    expect(JSON.parse(live.find(({ id }) => id === 'sale')!.lots!)).toEqual(renamed);
    const main = db.selectFrom('portfolios').select('transaction_count').where('id', '=', keptUser.main.id);
    expect(await main.executeTakeFirst()).toEqual({ transaction_count: 4 });
    await db.deleteFrom('transactions').where('id', '=', 'sale').execute();
    await change(kept[1]!, { updated_at: sameRows[1]!.updated_at });
    const list: Imports = (await keptUser.call('GET', `/api/portfolios/${keptUser.main.id}/imports`)).body;
    for (const { id } of list) await keptUser.undo(id);
    expect(await keptUser.ledger()).toEqual([]);
  });

  it('keep moved and saved answers about tickers within the limit of an account', async () => {
    const { site, db } = open();
    const [movedUser, keptUser] = [await site.open(), await site.open()];
    const answers = Array.from({ length: 2000 }, (_, number) => ({ ticker: `T${number}`, coinId: 'solana' }));
    const store = createCoinAnswerStore();
    await store.save(db, keptUser.userId, 'kraken', [{ ticker: 'T7', coinId: 'bitcoin' }]);
    const [, saving] = await countTurns(store.save(db, movedUser.userId, 'kraken', answers));
    expect(saving).toBeGreaterThanOrEqual(4);
    const merging = transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    const [, turns] = await countTurns(merging);
    expect(turns).toBeGreaterThanOrEqual(4);
    expect(await store.list(db, movedUser.userId, 'kraken')).toEqual(new Map());
    const expected = new Map(answers.map(({ ticker, coinId }) => [ticker, coinId])).set('T7', 'bitcoin');
    expect(await store.list(db, keptUser.userId, 'kraken')).toEqual(expected);
  });

  it('move with a portfolio that has nothing else', async () => {
    const { site, db } = open();
    const [movedUser, keptUser] = [await site.open(), await site.open()];
    await db.updateTable('portfolios').set({ name: 'Cold' }).where('id', '=', movedUser.main.id).execute();
    const id = await insertImport(db, movedUser.main.id);
    await transact(db, (tx) => mergePortfolios(tx, movedUser.userId, keptUser.userId));
    const list: Imports = (await keptUser.call('GET', `/api/portfolios/${movedUser.main.id}/imports`)).body;
    expect(list).toMatchObject([{ id }]);
  });

  it('are deleted after a week if never applied, and count as interrupted after ten minutes of reading', async () => {
    const { site, db } = open();
    const user = await site.open();
    const applied = await user.importFile(fileOf(1));
    await db
      .updateTable('imports')
      .set({ created_at: fakeNow - 9 * day })
      .where('id', '=', applied.id)
      .execute();
    const ages = { old: 7 * day, young: 7 * day - 1, stuck: 10 * 60_000, busy: 10 * 60_000 - 1 };
    const ids = new Map<string, string>();
    for (const [name, age] of Object.entries(ages)) {
      const id = await insertImport(db, user.main.id, fakeNow - age);
      if (name === 'stuck' || name === 'busy')
        await db.updateTable('imports').set({ state: 'reading' }).where('id', '=', id).execute();
      ids.set(id, name);
    }
    await site.service.sweep();
    const list: Imports = (await user.call('GET', `/api/portfolios/${user.main.id}/imports`)).body;
    const states = list.map(({ id, state }) => [ids.get(id) ?? 'applied', state]);
    expect(Object.fromEntries(states)).toEqual({
      applied: 'applied',
      busy: 'reading',
      stuck: 'empty',
      young: 'empty',
    });
    const stuck = list.find(({ id }) => ids.get(id) === 'stuck')!;
    expect((await user.call('GET', `/api/imports/${stuck.id}`)).body).toMatchObject({
      problems: [{ message: expect.stringMatching(/restarted while it was reading this file/) }],
    });
    expect(await user.ledger()).toHaveLength(1);
  });
});

describeImports('the imports of an account', (open) => {
  async function fill(count: number, portfolioIds: readonly string[], state: 'empty' | 'applied') {
    const { db } = open();
    await transact(db, async (tx) => {
      for (let index = 0; index < count; index += 1)
        await insertImport(tx, portfolioIds[index % portfolioIds.length]!);
      await tx.updateTable('imports').set({ state }).where('portfolio_id', 'in', portfolioIds).execute();
    });
  }

  it('are limited to 200 unapplied files over all portfolios', async () => {
    const user = await open().site.open();
    const others: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const { id }: { id: string } = (await user.call('POST', '/api/portfolios', { name })).body;
      others.push(id);
    }
    await fill(199, others, 'empty');
    expect((await user.upload(fileOf(1))).status).toBe(201);
    const refused = await user.upload(fileOf(2));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'An account has room for 200 files that are not applied. Remove some first.',
    ]);
  });

  it('are listed without what was read from them, and planned without their problems', async () => {
    const { site, db } = open();
    const user = await site.open();
    const { id } = await user.importFile(fileOf(1));
    const store = createImportStore();
    const [listed] = await store.list(db, user.main.id);
    const [applied] = await store.listApplied(db, user.main.id);
    expect(listed).toMatchObject({ id, rows: 1 });
    for (const name of ['coins', 'answers', 'problems', 'checkpoints', 'left_out'])
      expect(listed).not.toHaveProperty(name);
    expect(applied).toHaveProperty('coins');
    expect(applied).not.toHaveProperty('problems');
    const [part] = await store.readParts(db, id);
    expect(await store.countPlannedBytes(db, user.userId, id)).toBe(part!.length);
    expect(await store.countPlannedBytes(db, 'another', id)).toBe(0);
  });

  it('are limited to 1,000 files per portfolio', async () => {
    const user = await open().site.open();
    await fill(999, [user.main.id], 'applied');
    const last = await user.upload(fileOf(1));
    expect(last.status).toBe(201);
    await fill(1, [user.main.id], 'applied');
    const refused = await user.upload(fileOf(2));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A portfolio has room for 1,000 files. Undo some first.',
    ]);
  });
});

describeImports(
  'the files of an account',
  (open) => {
    it('are limited in size as stored, and removing one makes room', async () => {
      const { site, db } = open();
      const user = await site.open();
      const { id: elsewhere }: { id: string } = (await user.call('POST', '/api/portfolios', { name: 'a' }))
        .body;
      const kept = await insertImport(db, elsewhere);
      const body = 'x'.repeat(2 * 1024 * 1024 - 100);
      await db.insertInto('import_parts').values({ import_id: kept, part: 0, body }).execute();
      const full = [409, 'An account has room for 2 MB of files. Remove or undo some first.'];
      const tooLarge = await user.upload(fileOf(1));
      expect([tooLarge.status, tooLarge.body.message]).toEqual(full);
      await db
        .updateTable('import_parts')
        .set({ body: `${body}${'x'.repeat(100)}` })
        .execute();
      const refused = await user.upload('not a file that could be read');
      expect([refused.status, refused.body.message]).toEqual(full);
      expect((await user.call('GET', `/api/portfolios/${user.main.id}/imports`)).body).toEqual([]);
      expect((await user.call('DELETE', `/api/imports/${kept}`)).status).toBe(204);
      expect((await user.upload(fileOf(1))).status).toBe(201);
    });
  },
  { maxBytes: 2 * 1024 * 1024 },
);

describeImports('files of very many coins', (open) => {
  const tickers = (count: number) => Array.from({ length: count }, (_, index) => `NOCOIN${index}`);
  const genericOf = (names: readonly string[]) =>
    ['date,type,inCoin,inAmount', ...names.map((name) => `2024-01-01,income,${name},1`)].join('\n');
  const fields = {
    format: 'generic',
    mapping: JSON.stringify({ date: 'date', type: 'type', inCoin: 'inCoin', inAmount: 'inAmount' }),
  };

  it('are refused beyond 2,000 of them', async () => {
    const user = await open().site.open();
    expect((await user.upload(genericOf(tickers(2000)), fields)).status).toBe(201);
    const refused = await user.upload(genericOf(tickers(2001)), fields);
    expect([refused.status, refused.body.message]).toEqual([
      413,
      'The file has more than 2,000 different coins.',
    ]);
  });

  it('ask 1,000 questions at a time', async () => {
    const user = await open().site.open();
    const { body } = await user.upload(genericOf(tickers(1200)), fields);
    expect([body.state, body.questions.length]).toEqual(['questions', 1000]);
    const isOpen = ({ answer }: ImportQuestion) => answer === null;
    const skip = async (questions: readonly ImportQuestion[]) => {
      const answers = Object.fromEntries(questions.filter(isOpen).map(({ key }) => [key, 'skip']));
      const next: Import = (await user.call('POST', `/api/imports/${body.id}/answers`, { answers })).body;
      return next.questions;
    };
    const later = await skip(body.questions);
    expect(later.filter(isOpen)).toHaveLength(200);
    expect((await skip(later)).filter(isOpen)).toEqual([]);
  });
});

/** Blocks the reading of files until released, by file name. */
const gates = new Map<string, PromiseWithResolvers<void>>();
const gateOf = (name: string) => gates.get(name) ?? gates.set(name, Promise.withResolvers()).get(name)!;

describeImports(
  'files that take long to read',
  (open) => {
    it('show as being read, cannot be applied before, and are ready when read', async () => {
      gates.set('file.csv', Promise.withResolvers());
      const user = await open().site.open();
      const { status, body } = await user.upload(fileOf(1, 2));
      expect([status, body.state, body.transactions]).toEqual([201, 'reading', { new: 0, known: 0 }]);
      expect(await user.page(body.id)).toMatchObject({
        state: 'reading',
        items: [],
        questions: [],
        nextCursor: null,
      });
      expect(await user.call('POST', `/api/imports/${body.id}/apply`)).toMatchObject({ status: 409 });
      const answers = { answers: { dates: 'dmy' } };
      expect(await user.call('POST', `/api/imports/${body.id}/answers`, answers)).toMatchObject({
        status: 409,
      });
      gateOf('file.csv').resolve();
      await expect.poll(async () => (await user.page(body.id)).state).toBe('ready');
      expect(await user.call('POST', `/api/imports/${body.id}/apply`)).toMatchObject({
        status: 200,
        body: { added: 2, known: 0 },
      });
    });

    it('are read at most three at a time per account', async () => {
      gates.set('file.csv', Promise.withResolvers());
      const [ada, eve] = [await open().site.open(), await open().site.open()];
      const started = await Promise.all([1, 2, 3].map((number) => ada.upload(fileOf(number))));
      expect(started.map(({ status, body }) => [status, body.state])).toEqual(
        Array(3).fill([201, 'reading']),
      );
      expect(await ada.upload(fileOf(4))).toMatchObject({ status: 409, body: { code: 'conflict' } });
      const other = await eve.upload(fileOf(1));
      gateOf('file.csv').resolve();
      expect([other.status, other.body.state]).toEqual([201, 'reading']);
      await expect.poll(async () => (await ada.upload(fileOf(4))).status).toBe(201);
    });

    it('are read at most ten at a time per network, however many accounts it has', async () => {
      gates.set('file.csv', Promise.withResolvers());
      const users = await Promise.all([1, 2, 3, 4].map(() => open().site.open()));
      const started = await Promise.all(
        users.slice(0, 3).flatMap((user) => [1, 2, 3].map((number) => user.upload(fileOf(number)))),
      );
      expect(started.map(({ status }) => status)).toEqual(Array(9).fill(201));
      const last = users[3]!;
      expect((await last.upload(fileOf(1))).status).toBe(201);
      expect(await last.upload(fileOf(2))).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      gateOf('file.csv').resolve();
      await expect.poll(async () => (await last.upload(fileOf(2))).status).toBe(201);
    });

    it('say why they could not be read, and can be removed', async () => {
      gates.set('file.csv', Promise.withResolvers());
      const user = await open().site.open();
      const { body } = await user.upload(fileOf(1));
      gateOf('file.csv').reject(new UnreadableFile('unreadable', 'The file takes too long to read'));
      await expect.poll(async () => (await user.page(body.id)).state).toBe('empty');
      expect((await user.page(body.id)).problems).toMatchObject([
        { line: null, message: 'The file takes too long to read.' },
      ]);
      await user.undo(body.id);
      expect(await user.call('GET', `/api/imports/${body.id}`)).toMatchObject({ status: 404 });
    });
  },
  {
    readingMs: 0,
    readFile: async (bytes, options) => {
      await gateOf(options.fileName).promise;
      const parts: string[] = [];
      const takePart = (part: string) => void parts.push(part);
      return { ...(await readPacked(bytes, options, { now: fakeNow, takePart })), parts };
    },
  },
);

describeImports(
  'large files that take long to read',
  (open) => {
    it('are ready when read', async () => {
      const rows = Array.from(
        { length: 1_200 },
        (_, row) => `L${row},R${row},2023-01-01 10:00:00,deposit,,currency,XXBT,1,0,${row + 1}`,
      );
      const user = await open().site.open();
      const { status, body } = await user.upload([header, ...rows].join('\n'));
      expect(status).toBe(201);
      await expect
        .poll(async () => (await user.page(body.id)).state, { timeout: 60_000 })
        .not.toBe('reading');
      const { state, transactions, problems } = await user.page(body.id);
      expect({ state, transactions, problems }).toEqual({
        state: 'ready',
        transactions: { new: 1_200, known: 0 },
        problems: [],
      });
      await user.undo(body.id);
    }, 120_000);
  },
  { readingMs: 0 },
);

let deleted = Promise.withResolvers<void>();

describeImports(
  'a file whose portfolio is deleted while it is read',
  (open) => {
    it('is answered as if there had been none', async () => {
      // On each database.
      deleted = Promise.withResolvers();
      const user = await open().site.open();
      await user.call('POST', '/api/portfolios', { name: 'Other' });
      const uploading = user.upload(fileOf(1));
      expect(await user.call('DELETE', `/api/portfolios/${user.main.id}`)).toMatchObject({ status: 204 });
      deleted.resolve();
      expect(await uploading).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });
  },
  {
    readFile: async (bytes, options) => {
      await deleted.promise;
      const parts: string[] = [];
      const takePart = (part: string) => void parts.push(part);
      return { ...(await readPacked(bytes, options, { now: fakeNow, takePart })), parts };
    },
  },
);
