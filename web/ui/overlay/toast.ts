export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  /** `destructive` means that something failed. */
  readonly variant?: 'default' | 'destructive';
  /** The toast asks the reader to do something, rather than reporting something done. */
  readonly isRequest?: boolean;
  /** The action is in progress, so the toast stays until it is updated. */
  readonly isBusy?: boolean;
  /** The description links to this path of the site. */
  readonly to?: string;
  /** A button such as Undo. Pressing it dismisses the toast. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

/** Identifies a toast, to update it. */
export type ToastId = number;

export interface ShownToast extends ToastMessage {
  readonly id: ToastId;
  /** Changes with every update, so that each is announced and shown for the full time. */
  readonly key: number;
  readonly isUpdate: boolean;
}

type Listener = () => void;
const listeners = new Set<Listener>();
let shown: ShownToast | null = null;
let lastKey = 0;
let clearings = 0;

/** Shows a message for 5 seconds, replacing the current one. */
export function showToast(message: ToastMessage): ToastId {
  const key = ++lastKey;
  setShown({ ...message, id: key, key, isUpdate: false });
  return key;
}

/**
 * Updates a toast to another message, such as from "Saving…" to "Saved". If it was dismissed or replaced, only a
 * failure is shown, as a new toast.
 */
export function updateToast(id: ToastId, message: ToastMessage): void {
  if (shown?.id === id) setShown({ ...message, id, key: ++lastKey, isUpdate: true });
  else if (message.variant === 'destructive') showToast(message);
}

/** Dismisses the current toast, or a given one unless it has been updated or replaced. */
export function dismissToast(toast: ShownToast | null = shown): void {
  if (shown?.key === toast?.key) setShown(null);
}

/** The toast shown now. */
export function getToast(): ShownToast | null {
  return shown;
}

/** How often the screen has become free of toasts. */
export function countClearings(): number {
  return clearings;
}

/** Calls back after each change. Returns a function that stops it. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function setShown(toast: ShownToast | null): void {
  if (shown && !toast) clearings += 1;
  shown = toast;
  for (const listener of listeners) listener();
}
