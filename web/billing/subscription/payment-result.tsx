import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { Checkout } from '#contract/billing.ts';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { plansQuery } from '../queries.ts';
import { confirmationQuery, isWaiting } from './queries.ts';
import styles from './subscribe.module.css';

/** Shown after Stripe's payment page. Waits for Stripe's confirmation before it reports success. */
export function PaymentResult({ wanted }: { wanted: Checkout }) {
  const { data: table } = useQuery(plansQuery());
  const { data, isFetching, refetch } = useQuery(confirmationQuery(wanted));
  const name = table?.plans.find(({ tier }) => tier === wanted.plan)?.name ?? 'the plan';
  if (data?.isActive) return <PaymentConfirmed name={name} />;
  if (isWaiting(data)) return <Waiting hasFailed={data?.hasFailed ?? false} />;
  return (
    <section className={`${card.card} ${pageState.state} ${styles.result}`}>
      <Clock className="icon iconLarge" aria-hidden="true" />
      <div role="status">
        <h1 className="heading3">Stripe has not confirmed the payment yet</h1>
        <p>
          That can take a while. Once it’s confirmed, your account will be on {name}. You won’t be charged
          twice.
        </p>
      </div>
      <div className="row">
        <button
          type="button"
          className={button.primary}
          aria-disabled={isFetching || undefined}
          onClick={() => void refetch()}
        >
          {isFetching ? 'Checking…' : 'Check again'}
        </button>
        <Link className={button.secondary} to={paths.account}>
          Account
        </Link>
      </div>
    </section>
  );
}

function Waiting({ hasFailed }: { hasFailed: boolean }) {
  return (
    <section className={`${card.card} ${pageState.state} ${styles.result}`} role="status" aria-busy="true">
      <LoaderCircle className={`icon iconLarge ${button.spinning}`} aria-hidden="true" />
      <h1 className="heading3">Waiting for Stripe to confirm the payment</h1>
      <p>
        {hasFailed
          ? 'The last attempt could not reach Stripe. We keep trying; you won’t be charged twice.'
          : 'This usually takes a few seconds.'}
      </p>
    </section>
  );
}

function PaymentConfirmed({ name }: { name: string }) {
  return (
    <section className={`${card.card} ${pageState.state} ${styles.result}`}>
      <CircleCheck className="icon iconLarge" aria-hidden="true" />
      <div role="status">
        <h1 className="heading3">{`You are now on ${name}`}</h1>
        <p>Your payment is confirmed. Your new features are available now, in every browser.</p>
      </div>
      <div className="row">
        <Link className={button.primary} to={paths.home}>
          Browse Markets
        </Link>
        <Link className={button.secondary} to={paths.account}>
          Account
        </Link>
      </div>
    </section>
  );
}
