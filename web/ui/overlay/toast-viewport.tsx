import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { Link } from '../link.tsx';
import { dismissToast, getToast, onToast, type ShownToast } from './toast.ts';

const durationMs = 5000;
const swipePx = 50;

/** The region where the one message stands; F8 focuses it. */
export function ToastViewport() {
  const toast = useSyncExternalStore(onToast, getToast, () => null);
  return (
    <Toast.Provider
      duration={durationMs}
      swipeDirection="right"
      swipeThreshold={swipePx}
      label="Notification"
    >
      {toast && <ToastCard key={toast.key} toast={toast} />}
      <Toast.Viewport className="toasts" data-toasts="" hotkey={['F8']} />
    </Toast.Provider>
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const isFailure = toast.variant === 'destructive';
  const Icon = isFailure ? CircleAlert : toast.isRequest ? Info : CircleCheck;
  return (
    <Toast.Root
      className={isFailure ? 'toast toast-destructive' : 'toast'}
      type="foreground"
      onOpenChange={(isOpen) => !isOpen && dismissToast()}
    >
      <Icon className="i" aria-hidden="true" />
      <div>
        <Toast.Title className="h4">{toast.title}</Toast.Title>
        {toast.description && (
          <Toast.Description asChild>
            <p>
              {toast.to ? (
                <Link to={toast.to} onClick={dismissToast}>
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
          className="btn btn-secondary btn-sm"
          altText={toast.action.label}
          onClick={toast.action.onPress}
        >
          {toast.action.label}
        </Toast.Action>
      )}
      <Toast.Close className="btn btn-ghost btn-icon btn-sm" aria-label="Dismiss">
        <X className="i" aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  );
}
