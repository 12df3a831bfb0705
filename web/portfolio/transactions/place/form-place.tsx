import { lazy, type ReactNode, type RefObject, Suspense, useRef } from 'react';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import card from '#web/ui/styles/card.module.css';
import { useMedia } from '#web/ui/use-media.ts';
import type { TransactionFields } from '../../transaction-form/transaction-fields.ts';
import styles from '../transactions.module.css';
import { useFormFocus } from './use-form-focus.ts';
import type { FormTarget } from './use-form-target.ts';

const TransactionForm = lazy(async () => ({
  default: (await import('../../transaction-form/transaction-form.tsx')).TransactionForm,
}));

type FormProps = Omit<Parameters<typeof TransactionForm>[0], 'stored' | 'draft' | 'typed' | 'onClose'>;

interface FormPlaceProps extends FormProps {
  /** Null: the form next to the list is for a new transaction, and the sheet is closed. */
  target: FormTarget | null;
  /** How often the form was opened or closed. Each time, the one next to the list is emptied. */
  toggleCount: number;
  onClose: () => void;
}

/**
 * The form next to the list if there is room for both, otherwise in a sheet over it. What was typed stays when the
 * window's width changes the place.
 */
export function FormPlace({ target, toggleCount, onClose, ...form }: FormPlaceProps) {
  const isBeside = useMedia('(min-width: 1200px)');
  const key = target ? `${target.number} ${target.stored?.id}` : `new ${toggleCount}`;
  const typed = useTyped(key);
  const renderForm = (close: (() => void) | undefined): ReactNode => (
    <ErrorBoundary
      resetKey={target}
      fallback={() => <p className={styles.formFailed}>The form could not be loaded.</p>}
    >
      <Suspense fallback={<FormSkeleton />}>
        <TransactionForm
          key={key}
          {...form}
          typed={typed}
          stored={target?.stored}
          draft={target?.draft}
          onClose={close}
        />
      </Suspense>
    </ErrorBoundary>
  );
  if (isBeside) {
    return (
      <Beside number={target?.number} toggleCount={toggleCount}>
        {renderForm(target ? onClose : undefined)}
      </Beside>
    );
  }
  if (!target && !typed.current) return null;
  return (
    <Dialog
      title={target?.stored ? 'Edit transaction' : 'Add transaction'}
      isTitleHidden
      className={styles.sheet}
      overlayClassName={styles.sheetOverlay}
      onClose={onClose}
    >
      {renderForm(onClose)}
    </Dialog>
  );
}

/** Keeps what was typed into the form with this key. */
function useTyped(key: string): RefObject<TransactionFields | null> {
  const typed = useRef<TransactionFields | null>(null);
  const lastKey = useRef(key);
  if (lastKey.current !== key) {
    lastKey.current = key;
    typed.current = null;
  }
  return typed;
}

interface BesideProps {
  number: number | undefined;
  toggleCount: number;
  children: ReactNode;
}

function Beside({ number, toggleCount, children }: BesideProps) {
  const box = useRef<HTMLElement>(null);
  useFormFocus(box, number, toggleCount);
  return (
    <aside className={`${card.card} ${styles.beside}`} aria-label="Transaction" ref={box} tabIndex={-1}>
      {children}
    </aside>
  );
}

function FormSkeleton() {
  return (
    <div className={styles.formSkeleton} role="status">
      <span className="visuallyHidden">Loading the form</span>
      <Skeleton width={140} height={20} />
      <Skeleton height={30} />
      <Skeleton height={58} />
      <Skeleton height={58} />
      <Skeleton height={58} />
      <Skeleton height={120} />
    </div>
  );
}
