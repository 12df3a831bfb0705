import UserRound from 'lucide-react/icons/user-round';
import { hasFeature } from '#contract/plans.ts';
import { ApiKeysSection } from '#web/accounts/api-keys/api-keys-section.tsx';
import { CurrencySection } from '#web/accounts/currency/currency-section.tsx';
import { PasskeysSection } from '#web/accounts/passkeys/passkeys-section.tsx';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import account from '#web/accounts/settings/account.module.css';
import { DataSection } from '#web/accounts/settings/data-section.tsx';
import { EmailSection } from '#web/accounts/settings/email-section.tsx';
import { ProfileSection } from '#web/accounts/settings/profile-section.tsx';
import { SecurityEventsSection } from '#web/accounts/settings/security-events-section.tsx';
import { SessionsSection } from '#web/accounts/settings/sessions-section.tsx';
import { SignInInvitation } from '#web/accounts/sign-in/sign-in-invitation.tsx';
import { PlanSection } from '#web/billing/plans/plan-section.tsx';
import { ApiLock } from '#web/billing/upgrade/api-lock.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import card from '#web/ui/styles/card.module.css';
import pageStyles from '#web/ui/styles/page.module.css';

function AccountPage() {
  return (
    <div className={`pageWidth ${account.narrowPage}`}>
      <SessionGate
        signedIn={<Account />}
        waiting={<AccountSkeleton />}
        signedOut={
          <SignInInvitation
            title="Account"
            what="account"
            purpose="Your profile, your sessions and your data."
            icon={<UserRound className="icon iconLarge" aria-hidden="true" />}
            points={[
              'Your name and email address',
              'Where you are signed in, and how to sign out',
              'All your data, to export or delete',
            ]}
          />
        }
      />
    </div>
  );
}

function AccountHead() {
  return (
    <div className={pageStyles.head}>
      <div>
        <h1 className="heading1">Account</h1>
        <p>Your profile, your sessions and your data.</p>
      </div>
    </div>
  );
}

function Account() {
  const { user } = useCurrentUser();
  if (!user) return null;
  return (
    <>
      <AccountHead />
      <div className={account.account}>
        <ProfileSection user={user} />
        <CurrencySection />
        <EmailSection user={user} />
        <PlanSection />
        <SessionsSection />
        <PasskeysSection user={user} />
        <ApiKeysSection
          user={user}
          lock={hasFeature(user.subscriptionTier, 'apiAccess') ? null : <ApiLock />}
        />
        <SecurityEventsSection />
        <DataSection />
      </div>
    </>
  );
}

function AccountSkeleton() {
  return (
    <>
      <AccountHead />
      <div className={account.account} aria-busy="true">
        {[112, 150, 104, 162, 100].map((height) => (
          <div className={`${card.card} ${account.section}`} key={height}>
            <div className="stack">
              <Skeleton width={96} height={20} />
              <Skeleton width="80%" />
            </div>
            <Skeleton height={height} />
          </div>
        ))}
      </div>
    </>
  );
}

export const page: PageModule = {
  Page: AccountPage,
  head: () => ({
    title: 'Account',
    description:
      'Profile, email address, sessions, passkeys, API keys, plan, export and deletion of an account.',
    canonical: paths.account,
    noindex: true,
  }),
};
