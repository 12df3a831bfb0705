import { AsyncLocalStorage } from 'node:async_hooks';
import { MessageChannel } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { AppError } from '#server/platform/http/app-error.ts';
import { RemoteCalls } from './remote-calls.ts';

it('does not wait for an answer to a call that could not be sent', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const calls = new RemoteCalls(port1, {});
  const other = new RemoteCalls(port2, { double: async (value: number) => value * 2 });
  expect(() => calls.call('double', () => 2)).toThrow('could not be cloned');
  expect([calls.isIdle, other.isIdle]).toEqual([true, true]);
  // Otherwise this would reject a promise that nothing handles.
  calls.end(new Error('the thread ended'));
  expect(await calls.call('double', 2)).toBe(4);
});

it('passes on errors meant for the user', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const calls = new RemoteCalls(port1, {});
  const refuse = async () => {
    throw new AppError('unavailable', 'Too much', { retryAfter: 2 });
  };
  const other = new RemoteCalls(port2, { refuse });
  await expect(calls.call('refuse')).rejects.toMatchObject({
    status: 503,
    message: 'Too much',
    retryAfter: 2,
  });
  expect(other.isIdle).toBe(true);
});

it('calls back in the context of the call being answered, whatever other calls are open', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const requester = new AsyncLocalStorage<string>();
  const calls = new RemoteCalls(port1, { findRequester: async () => requester.getStore() ?? 'nobody' });
  const other: RemoteCalls = new RemoteCalls(port2, {
    async findTwice() {
      const first = await other.call('findRequester');
      return [first, await other.call('findRequester')];
    },
  });
  const answers = ['ada', 'bob'].map((name) => requester.run(name, () => calls.call('findTwice')));
  expect(await Promise.all(answers)).toEqual([
    ['ada', 'ada'],
    ['bob', 'bob'],
  ]);
  expect(await requester.run('ada', () => other.call('findRequester'))).toBe('nobody');
});
