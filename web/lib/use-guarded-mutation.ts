import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

export interface GuardedMutation<Data, Variables> {
  /** Ignored while a run is pending, so that a double press runs once. */
  mutate(variables: Variables): void;
  readonly isPending: boolean;
  readonly data: Data | undefined;
  /** The last run's error; null once the next run starts. */
  readonly error: Error | null;
}

/** `useMutation` for a button. Its callbacks run even if the component has unmounted by then. */
export function useGuardedMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): GuardedMutation<Data, Variables> {
  const { mutateAsync, isPending, data, error } = useMutation(options);
  // Set immediately, whereas `isPending` changes only with the next render.
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
