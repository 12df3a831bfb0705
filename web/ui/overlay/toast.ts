export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  /** `destructive` says that something failed. */
  readonly variant?: 'default' | 'destructive';
  /** True where nothing was done yet: the reader is asked for something. */
  readonly isRequest?: boolean;
  /** Where a press on the description leads, within the site. */
  readonly to?: string;
  /** A button beside the words, such as Undo. Pressing it takes the message away. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

export interface ShownToast extends ToastMessage {
  readonly key: number;
}

type Listener = () => void;
const listeners = new Set<Listener>();
let shown: ShownToast | null = null;
let nextKey = 1;

/** Shows a message for 5 seconds; a message that still stands is replaced. */
export function showToast(message: ToastMessage): void {
  setShown({ ...message, key: nextKey++ });
}

/** Takes the message away. */
export function dismissToast(): void {
  setShown(null);
}

/** The message that stands now. */
export function getToast(): ShownToast | null {
  return shown;
}

/** Calls back after each change; returns how to stop. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function setShown(toast: ShownToast | null): void {
  shown = toast;
  for (const listener of listeners) listener();
}
