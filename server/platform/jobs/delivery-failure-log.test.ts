import { expect, it } from 'vitest';
import { createDeliveryFailureLog } from './delivery-failure-log.ts';

it('failures are logged when they begin, then once a minute with their number, and when they end', () => {
  let now = 1_800_000_000_000;
  const log: unknown[] = [];
  const record = (fields: object, text: string) => void log.push([fields, text]);
  const failures = createDeliveryFailureLog({
    what: 'e-mails',
    clock: { now: () => now },
    logger: { info: record, warn: record } as never,
  });
  const failing = 'some e-mails could not be sent; each is tried again';
  failures.recordSuccess();
  for (let tries = 0; tries < 1000; tries++) failures.recordFailure({ status: 451 });
  expect(log.splice(0)).toEqual([[{ status: 451, failures: 1 }, failing]]);
  now += 60_000;
  failures.recordFailure({ status: 421 });
  expect(log.splice(0)).toEqual([[{ status: 421, failures: 1000 }, failing]]);
  for (let round = 0; round < 3; round++) {
    failures.recordFailure({});
    failures.recordSuccess();
  }
  expect(log.splice(0)).toEqual([[{ failures: 1 }, 'e-mails are sent again']]);
  now -= 3_600_000;
  failures.recordFailure({ status: 451 });
  expect(log).toEqual([[{ status: 451, failures: 3 }, failing]]);
});
