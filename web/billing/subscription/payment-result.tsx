import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock, LoaderCircle } from 'lucide-react';
import type { Checkout } from '#contract/billing.ts';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { plansQuery } from '../queries.ts';
import { confirmationQuery, isWaiting } from './queries.ts';
import './subscribe-page.css';

/** After the payment page: waits until Stripe has confirmed the payment, and says so then and not before. */
export function PaymentResult({ wanted }: { wanted: Checkout }) {
  const { data: table } = useQuery(plansQuery());
  const { data, isFetching, refetch } = useQuery(confirmationQuery(wanted));
  const name = table?.plans.find(({ tier }) => tier === wanted.plan)?.name ?? 'the plan';
  if (data?.hasArrived) return <Arrived name={name} />;
  if (isWaiting(data)) return <Waiting hasFailed={data?.hasFailed ?? false} />;
  return (
    <section className="card state subscribe-result">
      <Clock className="i i-20" aria-hidden="true" />
      <div role="status">
        <h1 className="h3">Stripe has not confirmed the payment yet</h1>
        <p>
          That can take a while. Once it is confirmed your account has {name}; nothing has to be paid twice.
        </p>
      </div>
      <div className="row">
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={isFetching || undefined}
          onClick={() => void refetch()}
        >
          {isFetching ? 'Checking…' : 'Check again'}
        </button>
        <Link className="btn btn-secondary" to={paths.account}>
          Account
        </Link>
      </div>
    </section>
  );
}

function Waiting({ hasFailed }: { hasFailed: boolean }) {
  return (
    <section className="card state subscribe-result" role="status" aria-busy="true">
      <LoaderCircle className="i i-20 spin" aria-hidden="true" />
      <h1 className="h3">Waiting for Stripe to confirm the payment</h1>
      <p>
        {hasFailed
          ? 'The last try could not reach it. We go on asking; nothing has to be paid twice.'
          : 'This usually takes a few seconds.'}
      </p>
    </section>
  );
}

function Arrived({ name }: { name: string }) {
  return (
    <section className="card state subscribe-result">
      <CircleCheck className="i i-20" aria-hidden="true" />
      <div role="status">
        <h1 className="h3">{`Your plan is ${name} now`}</h1>
        <p>The payment is confirmed. Everything it adds is open at once, in every browser.</p>
      </div>
      <div className="row">
        <Link className="btn btn-primary" to={paths.home}>
          Browse Markets
        </Link>
        <Link className="btn btn-secondary" to={paths.account}>
          Account
        </Link>
      </div>
    </section>
  );
}
