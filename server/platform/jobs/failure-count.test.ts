import { expect, it } from 'vitest';
import { createFailureCount } from './failure-count.ts';

it('failures are told as they begin, then once a minute with their number, and when they are over', () => {
  let now = 1_800_000_000_000;
  const log: unknown[] = [];
  const say = (fields: object, text: string) => void log.push([fields, text]);
  const count = createFailureCount({
    what: 'mails',
    clock: { now: () => now },
    logger: { info: say, warn: say } as never,
  });
  const failing = 'some mails could not be sent; each is tried again';
  count.worked();
  for (let tries = 0; tries < 1000; tries++) count.failed({ status: 451 });
  expect(log.splice(0)).toEqual([[{ status: 451, failures: 1 }, failing]]);
  now += 60_000;
  count.failed({ status: 421 });
  expect(log.splice(0)).toEqual([[{ status: 421, failures: 1000 }, failing]]);
  for (let round = 0; round < 3; round++) {
    count.failed({});
    count.worked();
  }
  expect(log.splice(0)).toEqual([[{ failures: 1 }, 'mails are sent again']]);
  now -= 3_600_000;
  count.failed({ status: 451 });
  expect(log).toEqual([[{ status: 451, failures: 3 }, failing]]);
});
