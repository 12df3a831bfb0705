import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import type { Portfolio } from '#contract/portfolio.ts';
import { openLimitDialog } from '#web/billing/plans/plan-overlays.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import button from '#web/ui/button.module.css';
import { FormError } from '#web/ui/form/form-error.tsx';
import dialog from '#web/ui/overlay/dialog.module.css';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import { NameForm } from './name-form.tsx';
import styles from './portfolio.module.css';
import { isPortfolioLimit, type PortfolioChanges, usePortfolioChanges } from './use-portfolio-changes.ts';

interface PortfoliosDialogProps {
  portfolios: readonly Portfolio[];
  /** A portfolio was made, and is to be shown. */
  onMade: (portfolioId: string) => void;
  onClose: () => void;
}

/** Makes, renames and deletes portfolios. */
export function PortfoliosDialog({ portfolios, onMade, onClose }: PortfoliosDialogProps) {
  const changes = usePortfolioChanges();
  const add = async (name: string) => {
    try {
      const made = await changes.add(name);
      onMade(made.id);
      onClose();
    } catch (error) {
      if (!isPortfolioLimit(error)) throw error;
      openLimitDialog('portfolio');
    }
  };
  return (
    <Dialog title="Portfolios" onClose={onClose}>
      <DialogClose label="Close" />
      <div className={dialog.body}>
        <ul className={styles.list}>
          {portfolios.map((portfolio) => (
            <PortfolioEntry
              key={portfolio.id}
              portfolio={portfolio}
              isLast={portfolios.length === 1}
              changes={changes}
            />
          ))}
        </ul>
        <NameForm label="New portfolio" button="Create" busyLabel="Creating..." onName={add} />
      </div>
    </Dialog>
  );
}

interface PortfolioEntryProps {
  portfolio: Portfolio;
  /** The last one stays. */
  isLast: boolean;
  changes: PortfolioChanges;
}

function PortfolioEntry({ portfolio, isLast, changes }: PortfolioEntryProps) {
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const show = () => setMode('shown');
  if (mode === 'renaming') {
    return (
      <li>
        <NameForm
          label={`New name of ${portfolio.name}`}
          button="Rename"
          busyLabel="Renaming..."
          name={portfolio.name}
          onName={async (name) => {
            await changes.rename(portfolio.id, name);
            show();
          }}
          onCancel={show}
        />
      </li>
    );
  }
  if (mode === 'deleting') return <ConfirmDelete portfolio={portfolio} changes={changes} onCancel={show} />;
  return (
    <li className="row between">
      <span className={styles.name}>{portfolio.name}</span>
      <span className={styles.actions}>
        <button
          type="button"
          className={`${button.ghost} ${button.iconOnly} ${button.small}`}
          aria-label={`Rename ${portfolio.name}`}
          onClick={() => setMode('renaming')}
        >
          <Pencil className="icon" aria-hidden="true" />
        </button>
        <button
          type="button"
          className={`${button.ghost} ${button.iconOnly} ${button.small}`}
          aria-label={`Delete ${portfolio.name}`}
          title={isLast ? 'Your last portfolio stays' : undefined}
          disabled={isLast}
          onClick={() => setMode('deleting')}
        >
          <Trash2 className="icon" aria-hidden="true" />
        </button>
      </span>
    </li>
  );
}

interface ConfirmDeleteProps {
  portfolio: Portfolio;
  changes: PortfolioChanges;
  onCancel: () => void;
}

function ConfirmDelete({ portfolio, changes, onCancel }: ConfirmDeleteProps) {
  const { run, isBusy, failure } = useAction(() => changes.remove(portfolio));
  return (
    <li className={styles.confirmation}>
      <FormError
        message={failure === undefined ? null : 'The portfolio was not deleted. Please try again.'}
      />
      <p>
        Delete <b>{portfolio.name}</b> with everything in it? This can't be undone.
      </p>
      <div className="row">
        <button type="button" className={button.secondary} onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className={button.ink} aria-disabled={isBusy} onClick={() => void run()}>
          Delete
        </button>
      </div>
    </li>
  );
}
