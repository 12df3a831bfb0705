import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testDatabases } from '../../../tests/support/databases.ts';
import { testDatabaseUrl } from '../../../tests/support/postgres.ts';
import { createDatabaseClock } from './database-clock.ts';

const minute = 60_000;

describe.skipIf(!testDatabaseUrl)("the database's clock", () => {
  it('is the same for machines whose clocks differ', async () => {
    const database = await testDatabases.find(({ name }) => name === 'PostgreSQL')!.create();
    onTestFinished(() => database.remove());
    const db = await database.open();
    const clocks = [0, 5 * minute, -5 * minute].map((ahead) =>
      createDatabaseClock(db, { now: () => Date.now() + ahead }),
    );
    // The first query also opens the connection, which takes too long to be measured on a busy machine.
    for (const clock of [...clocks, ...clocks]) await clock.compare();
    const times = clocks.map((clock) => clock.now());
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(3_000);
  });

  it('is known, if imprecisely, from the first answer, however long it takes', async () => {
    const database = await testDatabases.find(({ name }) => name === 'PostgreSQL')!.create();
    onTestFinished(() => database.remove());
    let waited = 0;
    const now = () => {
      waited += 1_500;
      return Date.now() + 60 * minute + waited;
    };
    const clock = createDatabaseClock(await database.open(), { now });
    await clock.compare();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(minute);
  });

  it('stays as it is while the clock of the machine is set', async () => {
    const database = await testDatabases.find(({ name }) => name === 'PostgreSQL')!.create();
    onTestFinished(() => database.remove());
    const clock = createDatabaseClock(await database.open());
    await clock.compare();
    const set = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * minute);
    const time = clock.now();
    set.mockRestore();
    expect(Math.abs(time - Date.now())).toBeLessThan(minute);
  });

  it('is right again within a second or two after the machine slept, during which its steady clock stood still', async () => {
    const database = await testDatabases.find(({ name }) => name === 'PostgreSQL')!.create();
    onTestFinished(() => database.remove());
    let slept = 0;
    const clock = createDatabaseClock(await database.open(), { now: () => Date.now() - slept });
    await clock.compare();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    clock.start();
    onTestFinished(() => clock.stop());
    slept = 60 * minute;
    expect(clock.now()).toBeLessThan(Date.now() - 50 * minute);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => Math.abs(clock.now() - Date.now())).toBeLessThan(minute);
  });
});
