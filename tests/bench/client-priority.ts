import { setPriority } from 'node:os';

/** From −20 to 19; 0 is normal. */
const clientNice = -10;

/**
 * Measures waits as a client on another machine would: without waiting for a processor itself. Only if this process may
 * raise its priority, which usually needs root. Processes started meanwhile would inherit it.
 */
export async function measureAsClient<T>(measure: () => Promise<T>): Promise<T> {
  try {
    setPriority(clientNice);
  } catch {
    return measure();
  }
  try {
    return await measure();
  } finally {
    setPriority(0);
  }
}
