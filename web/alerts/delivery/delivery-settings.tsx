import { type ReactNode, useId } from 'react';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { paths } from '#web/lib/paths.ts';
import coinCell from '#web/market/coin-cell.module.css';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import switchStyles from '#web/ui/styles/switch.module.css';
import styles from '../list/alerts.module.css';
import { explainNoPush } from './push-subscription.ts';
import { type Delivery, useDelivery } from './use-delivery.ts';

/** How you are notified when an alert fires. Each channel has its own switch. */
export function DeliverySettings() {
  const delivery = useDelivery();
  return (
    <section className={card.card} aria-labelledby="alert-delivery">
      <div className={`${card.head} ${styles.cardHead}`}>
        <h2 className="heading3" id="alert-delivery">
          Notifications
        </h2>
      </div>
      {delivery.settings && <Channels delivery={delivery} />}
      {!delivery.settings && !delivery.hasFailedToLoad && (
        <div className={card.body} role="status">
          <span className="visuallyHidden">Loading the settings</span>
          <span className={`${skeleton.skeleton} ${styles.skeletonChannels}`} aria-hidden="true" />
        </div>
      )}
      {delivery.hasFailedToLoad && (
        <div className={`${card.body} ${styles.failed}`} role="alert">
          <span>The settings could not be loaded. Your alerts still work.</span>
          <button type="button" className={`${button.secondary} ${button.small}`} onClick={delivery.reload}>
            Retry
          </button>
        </div>
      )}
    </section>
  );
}

function Channels({ delivery }: { delivery: Delivery }) {
  const { settings, isSubscribed, isBusy, failure, change } = delivery;
  const { user } = useCurrentUser();
  const isVerified = user?.verified ?? false;
  const noPush = explainNoPush();
  if (!settings) return null;
  return (
    <div className={card.body}>
      <FormError message={failure} />
      <Channel
        title="In the app"
        about="A message, a count on the bell, and a mark in the history"
        isOn={settings.inApp}
        isBusy={isBusy}
        onChange={(inApp) => change({ inApp })}
      />
      <Channel
        title="Email"
        about={isVerified ? `To ${user?.email}` : <VerifyFirst />}
        isOn={isVerified && settings.email}
        isDisabled={!isVerified}
        isBusy={isBusy}
        onChange={(email) => change({ email })}
      />
      <Channel
        title="Push"
        about={isVerified ? describePush(noPush === failure ? null : noPush) : <VerifyFirst />}
        isOn={isVerified && isSubscribed}
        isDisabled={!isVerified || (noPush !== null && !isSubscribed)}
        isBusy={isBusy}
        onChange={(isOn) => change({ isSubscribed: isOn })}
      />
    </div>
  );
}

const describePush = (why: string | null) => why ?? 'To this browser, even when this site is not open';

function VerifyFirst() {
  return (
    <>
      Off until your email address is verified. Until then, alerts appear only here.{' '}
      <Link className="link" to={paths.verify}>
        Enter code
      </Link>
    </>
  );
}

interface ChannelProps {
  title: string;
  about: ReactNode;
  isOn: boolean;
  /** Whether the switch is disabled. */
  isDisabled?: boolean;
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
}

function Channel({ title, about, isOn, isDisabled = false, isBusy, onChange }: ChannelProps) {
  const id = useId();
  return (
    <div className={styles.channel}>
      <div>
        <p className={coinCell.name} id={id}>
          {title}
        </p>
        <p className="small muted" id={`${id}-about`}>
          {about}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        className={switchStyles.switch}
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-about`}
        aria-disabled={isBusy || undefined}
        disabled={isDisabled}
        onClick={() => !isBusy && onChange(!isOn)}
      />
    </div>
  );
}
