import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { paths } from '#web/lib/paths.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { LocalInboxNote } from '#web/ui/local-inbox-note.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import badge from '#web/ui/styles/badge.module.css';
import button from '#web/ui/styles/button.module.css';
import { CodeForm } from '../sign-in/code-form.tsx';
import type { CodeRequest } from '../sign-in/use-code-request.ts';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { IdentityCheck } from './identity-check.tsx';
import { useRequestEmailChange, useVerifyEmailChange } from './mutations.ts';

/** The e-mail address, whether it is verified, and a form to change it. */
export function EmailSection({ user }: { user: CurrentUser }) {
  const [request, setRequest] = useState<CodeRequest | null>(null);
  return (
    <AccountSection
      title="Email"
      description="The address you sign in with. A new one takes effect when you enter the code we email to it."
    >
      <p className={`row ${styles.emailLine}`}>
        <b>{user.email}</b>
        <span className={badge.outline}>{user.verified ? 'Verified' : 'Not verified yet'}</span>
      </p>
      {!user.verified && (
        <Link className={`${button.secondary} ${styles.selfStart}`} to={paths.verify}>
          Verify email
        </Link>
      )}
      {user.verified && !request && <NewEmail onSent={setRequest} />}
      {user.verified && request && <NewEmailCode request={request} onChange={setRequest} />}
    </AccountSection>
  );
}

function NewEmail({ onSent }: { onSent: (request: CodeRequest) => void }) {
  const requestEmailChange = useRequestEmailChange();
  const { field, onSubmit, isBusy, error, failure } = useApiForm<{ email: string }>({
    send: async ({ email }) => onSent(await requestEmailChange.mutateAsync(email)),
    explain: (reason) => describeFailure(reason, 'The code could not be sent'),
  });
  const needsCheck = hasCode(failure, 'verification_required');
  return (
    <>
      <form className="stack" method="post" noValidate onSubmit={onSubmit}>
        <FormError message={needsCheck ? null : error} />
        <Field label="New email address" {...field('email')} type="email" autoComplete="email" required />
        <SubmitButton
          label="Change email"
          busyLabel="Sending…"
          isBusy={isBusy}
          className={`${button.secondary} ${styles.selfStart}`}
        />
      </form>
      {needsCheck && <IdentityCheck onConfirmed={onSubmit} />}
    </>
  );
}

interface NewEmailCodeProps {
  request: CodeRequest;
  onChange: (request: CodeRequest | null) => void;
}

function NewEmailCode({ request, onChange }: NewEmailCodeProps) {
  const requestEmailChange = useRequestEmailChange();
  const verifyEmailChange = useVerifyEmailChange();
  return (
    <>
      <p className="small">
        Enter the code we emailed to <b>{request.email}</b>. It works for 10 minutes.
      </p>
      <CodeForm
        label="Change email"
        busyLabel="Changing…"
        failureText="The email address could not be changed"
        sentAt={request.sentAt}
        onCode={async (code) => {
          await verifyEmailChange.mutateAsync({ request, code });
          showToast({
            title: 'Email changed',
            description: `You sign in with ${request.email} from now on. All other browsers are signed out.`,
          });
          onChange(null);
        }}
        onResend={async () => onChange(await requestEmailChange.mutateAsync(request.email))}
        onOtherAddress={() => onChange(null)}
      />
      <LocalInboxNote />
    </>
  );
}
