import Upload from 'lucide-react/icons/upload';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, describeFailure } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import styles from './account.module.css';
import {
  type AccountFile,
  describeCounts,
  describePlace,
  listContents,
  readAccountFile,
} from './account-file.ts';
import { useImportAccount } from './mutations.ts';

/** Imports an exported account into this one, after showing the file's contents and what will happen. */
export function ImportAccount() {
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<AccountFile | null>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const choose = async (chosen: File) => {
    setFile(null);
    setUnreadable(null);
    try {
      setFile(await readAccountFile(chosen));
    } catch (error) {
      setUnreadable(error instanceof Error ? error.message : 'This file could not be read.');
    }
  };
  const cancel = () => {
    flushSync(() => setFile(null));
    chooser.current?.focus();
  };
  return (
    <div className={styles.accountImport}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Exported account"
        accept=".json,application/json"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          // Cleared, so that the same file can be chosen again.
          event.target.value = '';
          if (chosen) void choose(chosen);
        }}
      />
      {!file && (
        <button
          ref={chooser}
          className={`${button.secondary} ${styles.selfStart}`}
          type="button"
          onClick={() => input.current?.click()}
        >
          <Upload className="icon" aria-hidden="true" />
          Import an exported account
        </button>
      )}
      <FormError message={unreadable} />
      {file && <FileQuestion file={file} onClose={cancel} />}
    </div>
  );
}

function FileQuestion({ file, onClose }: { file: AccountFile; onClose: () => void }) {
  const { mutate, isPending, error, data: counts } = useImportAccount();
  const { name, exportedOn, email, data } = file;
  if (counts)
    return (
      <p role="status">
        Imported: {join(describeCounts(counts))}. <Link to={paths.portfolio}>Open the portfolio</Link>
      </p>
    );
  const source = [email && `of ${email}`, exportedOn && `exported on ${exportedOn}`]
    .filter(Boolean)
    .join(', ');
  return (
    <section className={styles.inset} aria-label={`Import ${name}`} tabIndex={-1} ref={takeFocus}>
      <p>
        <b>{name}</b>
        {source && ` (${source})`} contains {join(listContents(data))}.
      </p>
      <p className="small muted">
        You can import it only while your account has no data. Either all of it is imported or none of it. It
        replaces your first, empty portfolio, your display currency and your alert settings. Your name,
        address, plan, sessions, passkeys and API keys stay. Alerts are armed at today’s prices. Filed tax
        reports are not imported.
      </p>
      <Failure error={error} />
      {isPending && <progress className={styles.importProgress} aria-label={`Importing ${name}`} />}
      <div className={styles.importActions}>
        <button
          type="button"
          className={button.primary}
          aria-disabled={isPending || undefined}
          onClick={() => mutate(data)}
        >
          {isPending ? 'Importing…' : 'Import into this account'}
        </button>
        <button
          type="button"
          className={button.ghost}
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && onClose()}
        >
          Cancel
        </button>
      </div>
    </section>
  );
}

/** Moves the focus here, as the button that had it is gone. */
function takeFocus(section: HTMLElement | null): void {
  section?.focus({ preventScroll: true });
}

const maxIssues = 5;

/** Why nothing was imported, with the paths in the file. */
function Failure({ error }: { error: Error | null }) {
  const issues = error instanceof ApiError ? error.issues : [];
  if (issues.length === 0) return <FormError message={describeFailure(error, 'Nothing was imported')} />;
  return (
    <div role="alert">
      <FormError message="Nothing was imported. These parts of the file are invalid:" />
      <ul className={styles.issues}>
        {issues.slice(0, maxIssues).map(({ path, message }) => (
          <li key={`${path} ${message}`} className="small">
            <b>{describePlace(path) || 'the file'}</b>: {message}
          </li>
        ))}
      </ul>
      {issues.length > maxIssues && <p className="small muted">… and {issues.length - maxIssues} more.</p>}
    </div>
  );
}

function join(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? 'nothing but settings';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
