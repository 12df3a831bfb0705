import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { renderHook } from '../../tests/support/render-hook.ts';
import { useGuardedMutation } from './use-guarded-mutation.ts';

it('A second run is ignored while the first is pending, but not after it', async () => {
  const answers: (() => void)[] = [];
  const mutationFn = vi.fn((_: string) => new Promise<void>((resolve) => answers.push(resolve)));
  const client = new QueryClient();
  const { mutate } = renderHook(client, () => useGuardedMutation({ mutationFn }));
  mutate('one');
  mutate('two');
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await vi.waitFor(() => expect(client.isMutating()).toBe(0));
  await vi.waitFor(() => {
    mutate('three');
    expect(mutationFn.mock.calls.map(([text]) => text)).toEqual(['one', 'three']);
  });
});
