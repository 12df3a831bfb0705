import { useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { AuthHead } from './auth-head.tsx';
import { CodeForm } from './code-form.tsx';
import { LocalInboxNote } from './local-inbox-note.tsx';
import { askForCode, type CodeRequest, verifyCode } from './sign-in-calls.ts';

interface CodeStepProps {
  request: CodeRequest;
  onResent: (request: CodeRequest) => void;
  onOtherAddress?: () => void;
  /** Said in place of when and where it was mailed. */
  intro?: React.ReactNode;
}

/** The second step of signing in: the code from the mailbox. */
export function CodeStep({ request, onResent, onOtherAddress, intro }: CodeStepProps) {
  const navigate = useNavigate();
  return (
    <div className="auth">
      <AuthHead title="Enter the code">
        {intro ?? (
          <>
            We sent it to <b>{request.email}</b>. It works for 10 minutes.
          </>
        )}
      </AuthHead>
      <CodeForm
        label="Sign In"
        busyLabel="Signing in…"
        sentAt={request.sentAt}
        onCode={async (code) => {
          await verifyCode(request, code);
          await navigate(paths.home, { replace: true });
        }}
        onResend={async () => {
          const { token: _, ...again } = await askForCode(request.email);
          onResent(again);
        }}
        {...(onOtherAddress && { onOtherAddress })}
      />
      <LocalInboxNote />
    </div>
  );
}
