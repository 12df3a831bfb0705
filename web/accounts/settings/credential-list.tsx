import { formatRelativeTime } from '#web/lib/formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import { useFocusAfterRemoval } from '#web/ui/use-focus-after-removal.ts';
import styles from './account.module.css';

/** A passkey or an API key, which gives access to the account. */
interface Credential {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Describes an item, in addition to its name and age. */
type Describe<T> = (one: T) => string;

interface CredentialListProps<T extends Credential> {
  /** The singular noun, such as `passkey`. */
  kind: string;
  /** Undefined while loading. */
  list: readonly T[] | undefined;
  isError: boolean;
  /** Shown if the list is empty. */
  empty: string;
  onRetry: () => void;
  onDelete: (one: T) => void;
  getDescription?: Describe<T>;
}

/** A list of passkeys or API keys, each with its name, age, last use and a delete button. */
export function CredentialList<T extends Credential>(props: CredentialListProps<T>) {
  const { kind, list, isError, empty, onRetry, onDelete, getDescription } = props;
  const keepFocus = useFocusAfterRemoval(list?.length ?? 0, `[data-list="${kind}"] > li`);
  if (!list && isError) {
    return (
      <div className="row" role="alert">
        <span>The {kind}s could not be loaded.</span>
        <button className={`${button.secondary} ${button.small}`} type="button" onClick={onRetry}>
          Retry
        </button>
      </div>
    );
  }
  if (!list) return <Skeleton height={44} />;
  if (list.length === 0) return <p className="small muted">{empty}</p>;
  return (
    <ul data-list={kind}>
      {list.map((one, index) => (
        <CredentialRow
          key={one.id}
          kind={kind}
          credential={one}
          description={getDescription?.(one)}
          onDelete={() => {
            keepFocus(index);
            onDelete(one);
          }}
        />
      ))}
    </ul>
  );
}

interface CredentialRowProps {
  kind: string;
  credential: Credential;
  description: string | undefined;
  onDelete: () => void;
}

function CredentialRow({ kind, credential, description, onDelete }: CredentialRowProps) {
  const { name, createdAt, lastUsedAt } = credential;
  const now = useNow();
  return (
    <li className={styles.entry} tabIndex={-1}>
      <div>
        <p className={styles.entryName}>{name}</p>
        {description && <p className="meta">{description}</p>}
        <p className="meta">
          Added <ClockTime at={createdAt} />
          {lastUsedAt === null && ' · not used yet'}
          {lastUsedAt !== null &&
            now !== null &&
            ` · used ${formatRelativeTime(Date.parse(lastUsedAt), now)}`}
        </p>
      </div>
      <button
        className={`${button.secondary} ${button.small}`}
        type="button"
        aria-label={`Delete ${kind} ${name}`}
        onClick={onDelete}
      >
        Delete
      </button>
    </li>
  );
}
