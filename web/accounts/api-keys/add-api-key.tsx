import { useState } from 'react';
import type { AddedApiKey, ApiKeyAccess } from '#contract/accounts/api-keys.ts';
import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import button from '#web/ui/styles/button.module.css';
import styles from '../settings/account.module.css';
import { IdentityCheck } from '../settings/identity-check.tsx';
import { useAddApiKey } from './mutations.ts';

/** Creates an API key and shows it until it is dismissed or deleted. */
export function AddApiKey({ deletedId }: { deletedId: string | null }) {
  const [added, setAdded] = useState<AddedApiKey | null>(null);
  const isShown = added && added.id !== deletedId;
  return isShown ? <NewKey added={added} onDone={() => setAdded(null)} /> : <KeyForm onAdded={setAdded} />;
}

function KeyForm({ onAdded }: { onAdded: (added: AddedApiKey) => void }) {
  const add = useAddApiKey();
  const [access, setAccess] = useState<ApiKeyAccess>('full');
  const { field, onSubmit, isBusy, error, failure } = useApiForm<{ name: string; expiresAt: string }>({
    send: async ({ name, expiresAt }) =>
      onAdded(await add.mutateAsync({ name, access, expiresAt: endOfDay(expiresAt) })),
    explain: (reason) => describeFailure(reason, 'The key could not be created'),
  });
  const needsCheck = hasCode(failure, 'verification_required');
  return (
    <>
      <form className="stack" method="post" noValidate onSubmit={onSubmit}>
        <Field
          label="Name of the new key"
          {...field('name')}
          autoComplete="off"
          maxLength={100}
          placeholder="What will use it"
          required
        />
        <SelectField
          label="Access"
          name="access"
          options={{ full: 'Read and change', read: 'Read only' }}
          value={access}
          onChange={setAccess}
        />
        <Field label="Expires after (optional)" {...field('expiresAt')} type="date" />
        <FormError message={needsCheck ? null : error} />
        <SubmitButton
          label="Create API key"
          busyLabel="Creating…"
          isBusy={isBusy}
          className={`${button.secondary} ${styles.selfStart}`}
        />
      </form>
      {needsCheck && <IdentityCheck onConfirmed={onSubmit} />}
    </>
  );
}

/** The end of a day in local time; null if no day was chosen. */
function endOfDay(day: string): string | null {
  const date = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Focuses the panel, because the button that had the focus is gone. */
function takeFocus(panel: HTMLElement | null): void {
  panel?.focus({ preventScroll: true });
}

function NewKey({ added, onDone }: { added: AddedApiKey; onDone: () => void }) {
  return (
    <div className={styles.inset} role="status" tabIndex={-1} ref={takeFocus}>
      <p className="small">
        Copy the key <b>{added.name}</b> now. It won’t be shown again.
      </p>
      <p className={styles.apiKey}>
        <code>{added.key}</code>
        <CopyButton text={added.key} label="Copy the API key" />
      </p>
      <button className={button.secondary} type="button" onClick={onDone}>
        Done
      </button>
    </div>
  );
}
