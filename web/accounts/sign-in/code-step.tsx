import type { ReactNode } from 'react';
import { LocalInboxNote } from '#web/ui/local-inbox-note.tsx';
import styles from './accounts.module.css';
import { AuthHead } from './auth-head.tsx';
import { CodeForm } from './code-form.tsx';
import { useRequestCode, useVerifyCode } from './mutations.ts';
import type { CodeRequest } from './use-code-request.ts';

interface CodeStepProps {
  request: CodeRequest;
  onResent: (request: CodeRequest) => void;
  onOtherAddress?: () => void;
  /** Replaces the line about when and where the code was mailed. */
  intro?: ReactNode;
  /** The button's labels. */
  label?: string;
  busyLabel?: string;
  onVerified: () => Promise<void> | void;
}

/** The second step of signing in: the code from the e-mail. */
export function CodeStep(props: CodeStepProps) {
  const { request, onResent, onOtherAddress, intro, onVerified } = props;
  const requestCode = useRequestCode();
  const verifyCode = useVerifyCode();
  return (
    <div className={styles.page}>
      <AuthHead title="Enter the code">
        {intro ?? (
          <>
            We sent it to <b>{request.email}</b>. It works for 10 minutes.
          </>
        )}
      </AuthHead>
      <CodeForm
        label={props.label ?? 'Sign In'}
        busyLabel={props.busyLabel ?? 'Signing in…'}
        failureText="Sign in failed"
        sentAt={request.sentAt}
        onCode={async (code) => {
          await verifyCode.mutateAsync({ request, code });
          await onVerified();
        }}
        onResend={async () => {
          const sent = await requestCode.mutateAsync(request.email);
          onResent(sent.request);
        }}
        {...(onOtherAddress && { onOtherAddress })}
      />
      <LocalInboxNote />
    </div>
  );
}
