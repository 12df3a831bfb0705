import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { StartError } from '#server/platform/start-error.ts';
import { formatDay, parseDay, startOfDay } from '#server/platform/utc-day.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { makeZip, type ZippedText } from '../../../tests/support/market/zip-bytes.ts';
import { type CloseStore, createCloseStore } from '../closes/store.ts';
import { createRateStore } from '../rates/store.ts';
import { importPrices } from './service.ts';

const now = Date.UTC(2026, 0, 2, 12);
const seconds = (day: string) => startOfDay(parseDay(day)) / 1000;
const candle = (at: number, close: string) => `${at},1,2,0.5,${close},10,3`;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`importing prices into ${name}`, () => {
    let files: TestDatabase;
    let db: Database;
    let closes: CloseStore;
    let folder: string;
    beforeEach(async () => {
      files = await create();
      db = await files.open();
      await migrateDatabase(db);
      closes = createCloseStore(db);
      folder = mkdtempSync(join(tmpdir(), 'altimeter-prices-'));
    });
    afterEach(async () => {
      rmSync(folder, { recursive: true, force: true });
      await files.remove();
    });

    const market = { loadSnapshot: async () => null };
    async function run(file: string, content: string | Buffer, coin?: string, currency?: string) {
      const path = join(folder, file);
      writeFileSync(path, content);
      const { added, known, refused } = await importPrices(
        path,
        { coinId: coin, currency },
        { db, market, now },
      );
      const lines = refused.shown.map(({ file: within, line, reason }) =>
        [within, line, reason].filter((part) => part !== undefined).join(' '),
      );
      return { added, known, refused: refused.count, lines };
    }
    const zip = (...entries: ZippedText[]) => makeZip(entries);
    const list = async (coinId: string) =>
      (await closes.listAll(coinId)).map(({ day, source, price }) => `${formatDay(day)} ${source} ${price}`);
    const addRates = (...rates: readonly (readonly [currency: string, day: string, rate: string])[]) =>
      createRateStore(db).addRates(
        rates.map(([currency, day, rate]) => ({
          currency,
          day: parseDay(day),
          source: 'ecb',
          rate,
          at: startOfDay(parseDay(day)),
        })),
      );

    it('imports lines with a date and a price, once, and reports refused ones', async () => {
      const text =
        'date,price\n2021-03-04,48000.10\r\nbroken,1\n2021-03-05,-1\n2021-03-05,49000\n\n2021-03-05,49001\n';
      const expected = {
        refused: 3,
        lines: ['3 "broken" is not a date', '4 "-1" is not a price', '7 2021-03-05 occurs twice'],
      };
      expect(await run('prices.csv', text, 'bitcoin')).toEqual({ added: 2, known: 0, ...expected });
      expect(await list('bitcoin')).toEqual(['2021-03-04 import 48000.1', '2021-03-05 import 49000']);
      expect(await run('prices.csv', text, 'bitcoin', 'usd')).toEqual({ added: 0, known: 2, ...expected });
    });

    it('imports no price of a day that has not ended, and none from before bitcoin', async () => {
      const text = '2009-01-02,1\n2026-01-01,1\n2026-01-02,1\n2026-01-03,1\n';
      const { added, lines } = await run('prices.csv', text, 'bitcoin');
      expect(added).toBe(1);
      expect(lines).toEqual([
        '1 2009-01-02 is before the first block of bitcoin',
        '3 2026-01-02 has not ended',
        '4 2026-01-03 is in the future',
      ]);
    });

    it("imports CoinGecko's export, whose midnights end the previous day", async () => {
      const text = [
        'snapped_at,price,market_cap,total_volume',
        '2013-04-28 00:00:00 UTC,135.3,1500517590,0.0',
        '2013-04-29 00:00:00 UTC,1.4196e2,1575032004.0,0.0',
        '2013-04-30 17:20:00 UTC,135.3,1501657493.0,0.0',
        '2013-05-01 00:00:00 UTC,,,',
      ].join('\n');
      const { added, lines } = await run('btc-usd-max.csv', text, 'bitcoin');
      expect(added).toBe(2);
      expect(await list('bitcoin')).toEqual([
        '2013-04-27 coingecko_csv 135.3',
        '2013-04-28 coingecko_csv 141.96',
      ]);
      expect(lines[0]).toContain('is not midnight');
      expect(lines[1]).toBe('5 "" is not a price');
    });

    it("imports Kraken's daily candles, identified by file name", async () => {
      const text = [candle(seconds('2021-03-04'), '0.0123'), candle(seconds('2021-03-05'), '0.0130')].join(
        '\n',
      );
      expect(await run('XDGUSD_1440.csv', text)).toMatchObject({ added: 2, refused: 0 });
      expect(await list('dogecoin')).toEqual(['2021-03-04 kraken 0.0123', '2021-03-05 kraken 0.013']);
    });

    it('uses the last of shorter candles as the close of the day', async () => {
      const hours = [1, 23, 5].map((hour) => candle(seconds('2021-03-04') + hour * 3600, `${hour}`));
      const text = [...hours, candle(seconds('2021-03-05'), '24')].join('\n');
      expect(await run('XBTUSD_60.csv', text)).toMatchObject({ added: 2, refused: 0 });
      expect(await list('bitcoin')).toEqual(['2021-03-04 kraken 23', '2021-03-05 kraken 24']);
    });

    it('imports the longest candles of each pair in a zip, dollars before other currencies', async () => {
      await addRates(['eur', '2021-03-04', '0.5'], ['eur', '2021-03-05', '0.5']);
      const archive = zip(
        {
          name: 'Kraken/ETHEUR_1440.csv',
          text: `${candle(seconds('2021-03-04'), '7')}\n${candle(seconds('2021-03-05'), '8')}`,
        },
        { name: 'Kraken/ETHUSD_1440.csv', text: candle(seconds('2021-03-04'), '15') },
        { name: 'Kraken/ETHUSD_1.csv', text: candle(seconds('2021-03-03'), '99') },
        { name: 'Kraken/NEWUSD_1440.csv', text: candle(seconds('2021-03-04'), '15') },
        { name: '__MACOSX/._ETHUSD_1440.csv', text: 'x' },
        { name: 'README.md', text: 'x' },
      );
      const done = await run('Kraken_OHLCVT.zip', archive);
      expect(done).toMatchObject({ added: 2, known: 1, refused: 1 });
      expect(done.lines[0]).toContain(
        "NEWUSD_1440.csv The coin or currency of Kraken's pair NEWUSD is not known",
      );
      expect(await list('ethereum')).toEqual(['2021-03-04 kraken 15', '2021-03-05 kraken 16']);
      expect(await run('Kraken_OHLCVT.zip', archive)).toMatchObject({ added: 0, known: 3 });
    });

    it('converts at the rate of the day, and refuses days without one', async () => {
      await addRates(['eur', '2021-03-05', '0.8']);
      const text = '2021-03-04,40\n2021-03-06,40\n2021-03-13,40\n';
      const done = await run('prices.csv', text, 'bitcoin', 'eur');
      expect(done).toEqual({
        added: 1,
        known: 0,
        refused: 2,
        lines: ['1 2021-03-04: there is no rate for EUR', '3 2021-03-13: there is no rate for EUR'],
      });
      expect(await list('bitcoin')).toEqual(['2021-03-06 import 50']);
    });

    it('converts from a coin at its close of the day, if there is no rate for it', async () => {
      await closes.addCloses([
        { coinId: 'bitcoin', day: parseDay('2021-03-04'), source: 'coingecko', price: '50000', at: 1 },
      ]);
      await run('ETHXBT_1440.csv', candle(seconds('2021-03-04'), '0.03'));
      expect(await list('ethereum')).toEqual(['2021-03-04 kraken 1500']);
    });

    it("keeps the provider's close of a day, whichever came first", async () => {
      const day = parseDay('2021-03-04');
      const own = {
        coinId: 'bitcoin',
        day,
        source: 'coingecko',
        price: '48000',
        at: startOfDay(day + 1),
      } as const;
      await run('prices.csv', '2021-03-04,47000', 'bitcoin');
      await closes.addCloses([own]);
      expect(await list('bitcoin')).toEqual(['2021-03-04 coingecko 48000']);
      expect(await run('prices.csv', '2021-03-04,47000', 'bitcoin')).toMatchObject({ added: 0, known: 1 });
      expect(await list('bitcoin')).toEqual(['2021-03-04 coingecko 48000']);
    });

    it("refuses a price that differs more than tenfold from the previous day's, or the provider's", async () => {
      await closes.addCloses([
        { coinId: 'bitcoin', day: parseDay('2021-03-09'), source: 'coingecko', price: '100', at: 1 },
      ]);
      const text =
        '2021-03-04,1\n2021-03-05,20\n2021-03-06,1.1\n2021-03-07,12\n2021-03-08,13\n2021-03-09,9\n2021-03-10,14\n';
      const { added, lines } = await run('prices.csv', text, 'bitcoin');
      expect(lines).toEqual([
        '2 2021-03-05: differs more than tenfold from 2021-03-04',
        '6 2021-03-09: differs more than tenfold from the 100 dollars that the provider has',
      ]);
      expect(added).toBe(5);
    });

    it('refuses impossible dollar prices', async () => {
      await addRates(['eur', '2021-03-04', '0.000001']);
      const { added, refused } = await run('prices.csv', '2021-03-04,999999999999', 'bitcoin', 'eur');
      expect([added, refused]).toEqual([0, 1]);
    });

    it('names the first hundred refused lines and counts all', async () => {
      const broken = Array.from({ length: 250 }, (_, index) => `broken ${index},1`);
      const { refused, lines } = await run(
        'prices.csv',
        ['date,price', ...broken, '2021-03-04,1'].join('\n'),
        'bitcoin',
      );
      expect(refused).toBe(250);
      expect(lines).toHaveLength(100);
    });

    it.each([
      [
        'an unknown coin',
        'prices.csv',
        '2021-03-04,1',
        'no-such-coin',
        undefined,
        'There is no coin no-such-coin',
      ],
      ['an unknown currency', 'prices.csv', '2021-03-04,1', 'bitcoin', 'xyz', 'There is no currency xyz'],
      ['no coin', 'prices.csv', '2021-03-04,1', undefined, undefined, '--coin ID'],
      [
        "a pair that isn't known",
        'NEWUSD_1440.csv',
        '1614816000,1,1,1,1,1,1',
        undefined,
        undefined,
        'pair NEWUSD',
      ],
      [
        'weekly candles',
        'XBTUSD_10080.csv',
        '1614816000,1,1,1,1,1,1',
        undefined,
        undefined,
        'longer than a day',
      ],
      [
        'another file',
        'prices.csv',
        'Hello\nWorld',
        'bitcoin',
        undefined,
        'no prices that can be read: line 1: "Hello"',
      ],
      ['an empty file', 'prices.csv', '', 'bitcoin', undefined, 'no prices that can be read'],
      ['only broken lines', 'prices.csv', 'date,price\nx,1\n', 'bitcoin', undefined, '"x" is not a date'],
      [
        'a truncated zip',
        'Kraken.zip',
        'PK\u0003\u0004 and no more',
        undefined,
        undefined,
        'cannot be unpacked',
      ],
    ])(
      'stores nothing for %s and says why in one line',
      async (_case, file, content, coin, currency, message) => {
        const failing = run(file, content, coin, currency);
        await expect(failing).rejects.toBeInstanceOf(StartError);
        await expect(failing).rejects.toThrow(message);
        await expect(failing).rejects.not.toThrow(/\n/);
        expect(await db.selectFrom('close_blocks').selectAll().execute()).toEqual([]);
      },
    );

    it('reports a missing file', async () => {
      const target = { coinId: 'bitcoin', currency: undefined };
      const failing = importPrices(join(folder, 'none.csv'), target, { db, market, now });
      await expect(failing).rejects.toThrow(/none\.csv cannot be read: ENOENT/);
    });

    it('stores nothing from a zip whose file differs from its declared size or checksum', async () => {
      const good = { name: 'ETHUSD_1440.csv', text: candle(seconds('2021-03-04'), '15') };
      const long = Array.from({ length: 1000 }, (_, day) =>
        candle(seconds('2021-03-04') + day * 86_400, '2'),
      ).join('\n');
      const done = await run(
        'Kraken.zip',
        zip(
          good,
          { name: 'XBTUSD_1440.csv', text: long, claimedSize: 100 },
          { name: 'SOLUSD_1440.csv', text: long, claimedChecksum: 1 },
          { name: 'ADAUSD_1440.csv', text: long, claimedSize: 2 ** 31 },
        ),
      );
      expect(done).toMatchObject({ added: 1, refused: 3 });
      expect(done.lines.join('\n')).toMatch(/ADAUSD_1440\.csv it has 2147483648 bytes unpacked/);
      expect(done.lines.join('\n')).toMatch(
        /SOLUSD_1440\.csv it cannot be read: its checksum does not match/,
      );
      expect(done.lines.join('\n')).toMatch(/XBTUSD_1440\.csv it cannot be read/);
      for (const coin of ['bitcoin', 'solana', 'cardano']) expect(await list(coin)).toEqual([]);
    });

    it('imports one file of a zip for the named coin, and refuses several', async () => {
      const file = { name: 'mine.csv', text: '2021-03-04,15' };
      expect(await run('mine.zip', zip(file), 'bitcoin')).toMatchObject({ added: 1 });
      const several = run('mine.zip', zip(file, { ...file, name: 'other.csv' }), 'bitcoin');
      await expect(several).rejects.toThrow('contains 2 files');
    });
  });
}
