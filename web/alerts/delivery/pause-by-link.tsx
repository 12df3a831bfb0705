import CircleCheck from 'lucide-react/icons/circle-check';
import type { PausedAlert } from '#contract/alerts/alerts.ts';
import accounts from '#web/accounts/sign-in/accounts.module.css';
import { explainFailure, hasCode } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { describeCondition } from '../alert-words.ts';
import { usePauseByToken } from './mutations.ts';

/**
 * Pauses the alert that an e-mail is about, once the button is pressed, because mail programs open links automatically.
 * `token`: the link's fragment.
 */
export function PauseByLink({ token }: { token: string }) {
  const { mutate, isPending, data: paused, error } = usePauseByToken();
  const failure = error && describePauseFailure(error);
  if (paused) return <Paused alert={paused} />;
  if (isFinal(error)) return <NothingToPause why={failure} />;
  return (
    <div className={accounts.page}>
      <div className={accounts.head}>
        <h1 className="heading1">Pause this alert</h1>
        <p className="muted">
          This pauses the alert that the email is about. Nothing else changes, and you can resume it later.
        </p>
      </div>
      <div className={`${card.card} ${card.padded} stack`}>
        <FormError message={failure} />
        <button
          className={`${button.primary} ${button.block}`}
          type="button"
          aria-disabled={isPending || undefined}
          onClick={() => mutate(token)}
        >
          {isPending ? 'Pausing…' : 'Pause this alert'}
        </button>
        <p className="small muted">
          You can turn off all alert emails on{' '}
          <Link className="link" to={paths.alerts}>
            your alerts page
          </Link>
          .
        </p>
      </div>
    </div>
  );
}

function Paused({ alert }: { alert: PausedAlert }) {
  const isDone = alert.status === 'triggered';
  const title = alert.wasActive ? 'The alert is paused' : 'The alert was already paused';
  return (
    <div className={accounts.page} role="status">
      <div className={accounts.head}>
        <h1 className="heading1">{isDone ? 'Nothing to pause' : title}</h1>
        <p className="muted">
          <b>
            {alert.name} ({alert.symbol.toUpperCase()}): {describeCondition(alert)}.
          </b>{' '}
          {isDone
            ? 'It has triggered, and will not trigger again unless you arm it again.'
            : 'It will not trigger until you resume it.'}
        </p>
      </div>
      <div className={`${card.card} ${card.padded} stack`}>
        <p className="row">
          <CircleCheck className="icon" aria-hidden="true" />
          {isDone ? 'Nothing was changed.' : 'You can close this page.'}
        </p>
        <Link className={`${button.secondary} ${button.block}`} to={paths.alerts}>
          Your alerts
        </Link>
      </div>
    </div>
  );
}

/** Shown for a link without its fragment. */
export function NoPauseLink() {
  return <NothingToPause why="This link is incomplete. Open it again from the email." />;
}

function NothingToPause({ why }: { why: string | null }) {
  return (
    <div className={accounts.page}>
      <div className={accounts.head}>
        <h1 className="heading1">Nothing to pause</h1>
        <p className="muted" role="alert">
          {why}
        </p>
      </div>
      <Link className={button.primary} to={paths.alerts}>
        Your alerts
      </Link>
    </div>
  );
}

/** Whether retrying is pointless: the link is invalid, or its alert was deleted. */
function isFinal(failure: Error | null): boolean {
  return hasCode(failure, 'not_found') || hasCode(failure, 'invalid_request');
}

function describePauseFailure(failure: Error): string {
  if (hasCode(failure, 'not_found')) return 'This alert was deleted.';
  if (hasCode(failure, 'invalid_request')) return 'This link is not valid. Open it again from the email.';
  return `The alert was not paused. ${explainFailure(failure)}`;
}
