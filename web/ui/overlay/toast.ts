export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  /** `destructive` says that something failed. */
  readonly variant?: 'default' | 'destructive';
  /** True where nothing was done yet: the reader is asked for something. */
  readonly isRequest?: boolean;
  /** Under way: it stays until it is updated. */
  readonly isBusy?: boolean;
  /** Where a press on the description leads, within the site. */
  readonly to?: string;
  /** A button beside the words, such as Undo. Pressing it takes the message away. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

/** Identifies a toast, to update it. */
export type ToastId = number;

export interface ShownToast extends ToastMessage {
  readonly id: ToastId;
  /** Changes with every update, so that each is announced and shown for its own time. */
  readonly key: number;
  readonly isUpdate: boolean;
}

type Listener = () => void;
const listeners = new Set<Listener>();
let shown: ShownToast | null = null;
let lastKey = 0;

/** Shows a message for 5 seconds; a message that still stands is replaced. */
export function showToast(message: ToastMessage): ToastId {
  const key = ++lastKey;
  setShown({ ...message, id: key, key, isUpdate: false });
  return key;
}

/**
 * Puts another message in place of one, such as "Saved" for "Saving…". If that one was dismissed or replaced, only a
 * failure is worth a new toast.
 */
export function updateToast(id: ToastId, message: ToastMessage): void {
  if (shown?.id === id) setShown({ ...message, id, key: ++lastKey, isUpdate: true });
  else if (message.variant === 'destructive') showToast(message);
}

/** Takes the message away, or a certain one unless it was updated or replaced since. */
export function dismissToast(toast: ShownToast | null = shown): void {
  if (shown?.key === toast?.key) setShown(null);
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
