import { useEffect, useState } from 'react';
import { describeFailure } from '#web/lib/errors.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import form from '#web/ui/form/form.module.css';
import button from '#web/ui/styles/button.module.css';

/** The server e-mails at most one code per minute to an address. */
const waitMs = 60_000;

interface ResendButtonProps {
  /** When the last code was mailed (ms); 0: unknown. */
  sentAt: number;
  onResend: () => Promise<void>;
}

/** Requests another code. Enabled as soon as the server would send one. */
export function ResendButton({ sentAt, onResend }: ResendButtonProps) {
  const { mutate, isPending, error: failure } = useGuardedMutation({ mutationFn: onResend });
  const seconds = useSecondsUntil(sentAt + waitMs);
  const error = describeFailure(failure, 'The code could not be sent');
  return (
    <>
      <button
        type="button"
        className={`${button.ghost} ${button.small}`}
        disabled={seconds > 0}
        aria-disabled={isPending || undefined}
        onClick={() => mutate()}
      >
        {seconds > 0 ? (
          <>
            Send again in <span className="figures">{formatSeconds(seconds)}</span>
          </>
        ) : (
          'Send again'
        )}
      </button>
      {error && (
        <p className={form.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** Counts down the whole seconds until an instant (ms), then stays 0. */
function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((instant - now) / 1000));
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isWaiting]);
  // `now` may be outdated when `instant` changes, so the difference can exceed the wait.
  return Math.min(seconds, waitMs / 1000);
}

function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
