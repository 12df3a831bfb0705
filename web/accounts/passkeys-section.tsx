import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { formatRelativeTime } from '../lib/formats.ts';
import { lazyModule } from '../lib/lazy-module.ts';
import { useNow } from '../lib/use-now.ts';
import { ClockTime } from '../ui/clock-time.tsx';
import { LazyOverlay } from '../ui/lazy-overlay.tsx';
import { openOverlay } from '../ui/overlays.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { AccountSection } from './account-section.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { passkeysQuery } from './passkey-query.ts';

const dialogName = 'delete-passkey';
const dialog = lazyModule(() => import('./delete-passkey-dialog.tsx'));

/** Ways in without a mail, for accounts whose address is proved. */
export function PasskeysSection({ user }: { user: CurrentUser }) {
  return (
    <AccountSection
      title="Passkeys"
      about="Sign in with a fingerprint, your face or a PIN, without waiting for a code."
    >
      {user.verified ? (
        <OwnPasskeys />
      ) : (
        <p className="small muted">Verify your e-mail address first. Then you can add passkeys.</p>
      )}
    </AccountSection>
  );
}

function OwnPasskeys() {
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery());
  const [chosen, setChosen] = useState<Passkey | null>(null);
  if (!passkeys) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton height={44} />;
  const choose = (passkey: Passkey) => {
    void dialog.load().catch(() => {});
    setChosen(passkey);
    openOverlay(dialogName);
  };
  return (
    <>
      {passkeys.length === 0 ? (
        <p className="small muted">No passkeys yet: the code from your mailbox is the only way in.</p>
      ) : (
        <ul className="passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onDelete={() => choose(passkey)} />
          ))}
        </ul>
      )}
      <AddPasskey names={passkeys.map(({ name }) => name)} />
      {chosen && (
        <LazyOverlay name={dialogName} module={dialog}>
          {({ DeletePasskeyDialog }, onClose) => <DeletePasskeyDialog passkey={chosen} onClose={onClose} />}
        </LazyOverlay>
      )}
    </>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="row" role="alert">
      <span>The passkeys could not be loaded.</span>
      <button className="btn btn-secondary btn-sm" type="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

function PasskeyRow({ passkey, onDelete }: { passkey: Passkey; onDelete: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey;
  const now = useNow();
  return (
    <li className="session">
      <div>
        <p className="session-n">{name}</p>
        <p className="meta">
          Added <ClockTime at={createdAt} />
          {lastUsedAt === null && ' · not used yet'}
          {lastUsedAt !== null &&
            now !== null &&
            ` · used ${formatRelativeTime(Date.parse(lastUsedAt), now)}`}
        </p>
      </div>
      <button
        className="btn btn-secondary btn-sm"
        type="button"
        aria-label={`Delete passkey ${name}`}
        onClick={onDelete}
      >
        Delete
      </button>
    </li>
  );
}
