import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

export interface GuardedMutation<Data, Variables> {
  /** Runs unless already running: a second press while the first is pending does nothing. */
  mutate(variables: Variables): void;
  readonly isPending: boolean;
  readonly data: Data | undefined;
  /** What the last run threw; null once the next starts. */
  readonly error: Error | null;
}

/** `useMutation` for a button. Its callbacks run even if the component has unmounted by then. */
export function useGuardedMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): GuardedMutation<Data, Variables> {
  const { mutateAsync, isPending, data, error } = useMutation(options);
  // Set immediately; `isPending` only changes with the next render.
  const isRunning = useRef(false);
  const mutate = (variables: Variables) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const release = () => {
      isRunning.current = false;
    };
    mutateAsync(variables).then(release, release);
  };
  return { mutate, isPending, data, error };
}
