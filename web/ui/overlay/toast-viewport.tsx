import CircleCheck from 'lucide-react/icons/circle-check';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Info from 'lucide-react/icons/info';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import X from 'lucide-react/icons/x';
import { Toast } from 'radix-ui';
import { type MouseEvent, useSyncExternalStore } from 'react';
import { Link } from '../link.tsx';
import button from '../styles/button.module.css';
import toastStyles from './toast.module.css';
import { countClearings, dismissToast, getToast, onToast, type ShownToast } from './toast.ts';

const durationMs = 5000;
const swipePx = 50;

/** The region that shows the toast. F8 focuses it. */
export function ToastViewport() {
  const toast = useSyncExternalStore(onToast, getToast, () => null);
  const clearings = useSyncExternalStore(onToast, countClearings, () => 0);
  return (
    // Radix keeps a toast open while the pointer or the focus is on it. If that toast is then removed, such as by its own
    // button, Radix would keep all later ones open too. A new key resets it.
    <Toast.Provider
      key={clearings}
      duration={durationMs}
      swipeDirection="right"
      swipeThreshold={swipePx}
      label="Notification"
    >
      {toast && <ToastCard key={toast.key} toast={toast} />}
      <Toast.Viewport className={toastStyles.viewport} data-toasts="" hotkey={['F8']} />
    </Toast.Provider>
  );
}

function ToastIcon({ toast }: { toast: ShownToast }) {
  if (toast.isBusy) return <LoaderCircle className={`icon ${toastStyles.busy}`} aria-hidden="true" />;
  const Icon = toast.variant === 'destructive' ? CircleAlert : toast.isRequest ? Info : CircleCheck;
  return <Icon className="icon" aria-hidden="true" />;
}

/** A mouse press doesn't move the focus into the toast, where it would keep the updated toast open. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Keeps `--toast-bottom` up to date. On a phone, where toasts are at the top, dialogs keep their titles below it. */
function reserveRoom(toast: HTMLElement | null) {
  if (!toast) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--toast-bottom', `${Math.ceil(toast.getBoundingClientRect().bottom)}px`);
  });
  observer.observe(toast);
  return () => {
    observer.disconnect();
    style.removeProperty('--toast-bottom');
  };
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const isFailure = toast.variant === 'destructive';
  const dismiss = () => dismissToast(toast);
  return (
    <Toast.Root
      ref={reserveRoom}
      className={isFailure ? toastStyles.destructive : toastStyles.toast}
      duration={toast.isBusy ? Number.POSITIVE_INFINITY : durationMs}
      type="foreground"
      data-toast=""
      data-update={toast.isUpdate || undefined}
      onOpenChange={(isOpen) => !isOpen && dismiss()}
    >
      <ToastIcon toast={toast} />
      <div>
        <Toast.Title className="heading4">{toast.title}</Toast.Title>
        {toast.description && (
          <Toast.Description asChild>
            <p>
              {toast.to ? (
                <Link to={toast.to} onClick={dismiss}>
                  {toast.description}
                </Link>
              ) : (
                toast.description
              )}
            </p>
          </Toast.Description>
        )}
      </div>
      {toast.action && (
        <Toast.Action
          className={`${button.secondary} ${button.small}`}
          altText={toast.action.label}
          onMouseDown={keepFocus}
          onClick={toast.action.onPress}
        >
          {toast.action.label}
        </Toast.Action>
      )}
      <Toast.Close
        className={`${button.ghost} ${button.iconOnly} ${button.small}`}
        aria-label="Dismiss"
        onMouseDown={keepFocus}
      >
        <X className="icon" aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  );
}
