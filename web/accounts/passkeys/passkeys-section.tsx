import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import type { Passkey } from '#contract/accounts/passkeys.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import { AccountSection } from '../settings/account-section.tsx';
import { CredentialList } from '../settings/credential-list.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { passkeysQuery } from './queries.ts';

const dialogName = 'delete-passkey';
const dialog = lazyModule(() => import('./delete-passkey-dialog.tsx'));

/** The user's passkeys. Only for accounts with a verified address. */
export function PasskeysSection({ user }: { user: CurrentUser }) {
  return (
    <AccountSection
      title="Passkeys"
      description="Sign in with a fingerprint, your face or a PIN, without waiting for a code."
    >
      {user.verified ? (
        <OwnPasskeys />
      ) : (
        <p className="small muted">Verify your email address first. Then you can add passkeys.</p>
      )}
    </AccountSection>
  );
}

function OwnPasskeys() {
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery());
  const [chosen, setChosen] = useState<Passkey | null>(null);
  const choose = (passkey: Passkey) => {
    void dialog.load().catch(() => {});
    setChosen(passkey);
    openOverlay(dialogName);
  };
  return (
    <>
      <CredentialList
        kind="passkey"
        list={passkeys}
        isError={isError}
        empty="No passkeys yet: the code from your mailbox is the only way in."
        onRetry={() => void refetch()}
        onDelete={choose}
      />
      {passkeys && <AddPasskey names={passkeys.map(({ name }) => name)} />}
      {chosen && (
        <LazyOverlay name={dialogName} module={dialog}>
          {({ DeletePasskeyDialog }, onClose) => <DeletePasskeyDialog passkey={chosen} onClose={onClose} />}
        </LazyOverlay>
      )}
    </>
  );
}
