import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import type { Portfolio } from '#contract/portfolio.ts';
import { openLimitDialog } from '#web/billing/upgrade/upgrade-prompts.ts';
import { hasCode } from '#web/lib/errors.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import dialog from '#web/ui/overlay/dialog.module.css';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import button from '#web/ui/styles/button.module.css';
import styles from '../portfolio.module.css';
import { useAddPortfolio, useRemovePortfolio, useRenamePortfolio } from './mutations.ts';
import { NameForm } from './name-form.tsx';

interface PortfoliosDialogProps {
  portfolios: readonly Portfolio[];
  /** Called with the id of a new portfolio, to show it. */
  onCreated: (portfolioId: string) => void;
  onClose: () => void;
}

/** Creates, renames and deletes portfolios. */
export function PortfoliosDialog({ portfolios, onCreated, onClose }: PortfoliosDialogProps) {
  const addPortfolio = useAddPortfolio();
  const add = async (name: string) => {
    try {
      const { id } = await addPortfolio.mutateAsync(name);
      onCreated(id);
      onClose();
    } catch (error) {
      if (!hasCode(error, 'limit_reached')) throw error;
      openLimitDialog('portfolio');
    }
  };
  return (
    <Dialog title="Portfolios" onClose={onClose}>
      <DialogClose label="Close" />
      <div className={dialog.body}>
        <ul className={styles.list}>
          {portfolios.map((portfolio) => (
            <PortfolioEntry key={portfolio.id} portfolio={portfolio} isOnly={portfolios.length === 1} />
          ))}
        </ul>
        <NameForm label="New portfolio" button="Create" busyLabel="Creating…" onName={add} />
      </div>
    </Dialog>
  );
}

interface PortfolioEntryProps {
  portfolio: Portfolio;
  /** An account's only portfolio can't be deleted. */
  isOnly: boolean;
}

function PortfolioEntry({ portfolio, isOnly }: PortfolioEntryProps) {
  const rename = useRenamePortfolio();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const show = () => setMode('shown');
  if (mode === 'renaming') {
    return (
      <li>
        <NameForm
          label={`New name for ${portfolio.name}`}
          button="Rename"
          busyLabel="Renaming…"
          name={portfolio.name}
          onName={async (name) => {
            await rename.mutateAsync({ id: portfolio.id, name });
            show();
          }}
          onCancel={show}
        />
      </li>
    );
  }
  if (mode === 'deleting') return <ConfirmDelete portfolio={portfolio} onCancel={show} />;
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
          title={isOnly ? 'You can’t delete your only portfolio' : undefined}
          disabled={isOnly}
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
  onCancel: () => void;
}

function ConfirmDelete({ portfolio, onCancel }: ConfirmDeleteProps) {
  const { mutate, isPending, error } = useRemovePortfolio();
  return (
    <li className={styles.confirmation}>
      <FormError message={error === null ? null : 'The portfolio was not deleted. Please try again.'} />
      <p>
        Delete <b>{portfolio.name}</b> and everything in it? This can’t be undone.
      </p>
      <div className="row">
        <button type="button" className={button.secondary} onClick={onCancel}>
          Cancel
        </button>
        <button
          type="button"
          className={button.ink}
          aria-disabled={isPending}
          onClick={() => mutate(portfolio.id)}
        >
          Delete
        </button>
      </div>
    </li>
  );
}
