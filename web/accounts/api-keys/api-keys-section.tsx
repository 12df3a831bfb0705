import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import type { ApiKey } from '#contract/accounts/api-keys.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import { AccountSection } from '../settings/account-section.tsx';
import { CredentialList } from '../settings/credential-list.tsx';
import { AddApiKey } from './add-api-key.tsx';
import { describeKey } from './describe-key.ts';
import { apiKeysQuery } from './queries.ts';

const dialogName = 'delete-api-key';
const dialog = lazyModule(() => import('./delete-api-key-dialog.tsx'));

interface ApiKeysSectionProps {
  user: CurrentUser;
  /** Shown instead of the form if the plan has no API access. */
  lock: ReactNode | null;
}

/** The API keys with which the user's programs sign in. */
export function ApiKeysSection({ user, lock }: ApiKeysSectionProps) {
  return (
    <AccountSection
      title="API keys"
      description={
        <>
          Let your own programs read and change your watchlist, portfolios and alerts.{' '}
          <a className="link" href="/api/docs" target="_blank" rel="noopener">
            API reference<span className="visuallyHidden"> (opens in a new tab)</span>
          </a>
        </>
      }
    >
      {user.verified ? (
        <OwnKeys lock={lock} />
      ) : (
        <p className="small muted">Verify your email address first. Then you can create API keys.</p>
      )}
    </AccountSection>
  );
}

function OwnKeys({ lock }: Pick<ApiKeysSectionProps, 'lock'>) {
  const { data: keys, isError, refetch } = useQuery(apiKeysQuery());
  const [chosen, setChosen] = useState<ApiKey | null>(null);
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const choose = (key: ApiKey) => {
    void dialog.load().catch(() => {});
    setChosen(key);
    openOverlay(dialogName);
  };
  return (
    <>
      {/* Without keys, the lock is enough. */}
      {!(lock && keys?.length === 0) && (
        <CredentialList
          kind="API key"
          list={keys}
          isError={isError}
          empty="No API keys yet."
          onRetry={() => void refetch()}
          onDelete={choose}
          getDescription={describeKey}
        />
      )}
      {lock && keys && keys.length > 0 && (
        <p className="small muted">Your plan has no API access, so these keys don’t work.</p>
      )}
      {lock ?? <AddApiKey deletedId={deletedId} />}
      {chosen && (
        <LazyOverlay name={dialogName} module={dialog}>
          {({ DeleteApiKeyDialog }, onClose) => (
            <DeleteApiKeyDialog apiKey={chosen} onDeleted={setDeletedId} onClose={onClose} />
          )}
        </LazyOverlay>
      )}
    </>
  );
}
