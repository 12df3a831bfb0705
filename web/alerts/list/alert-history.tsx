import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#web/lib/form/use-action.ts';
import { FiringRow } from '../bell/firing-row.tsx';
import { firingsQuery, markSeen, unseenQuery } from '../queries.ts';

/** What has fired, the newest first, and what of it was not seen yet. */
export function AlertHistory() {
  const { data } = useQuery(firingsQuery());
  return (
    <section className="card" aria-labelledby="alert-history">
      <div className="card-h al-card-h">
        <h2 className="h3" id="alert-history">
          History
        </h2>
        <MarkSeenButton newest={data?.firings[0]?.number} />
      </div>
      {data?.firings.length === 0 ? (
        <p className="card-b muted">
          Nothing has fired yet. What fires stands here, with when it was crossed.
        </p>
      ) : (
        <Firings before={null} />
      )}
    </section>
  );
}

/** A page of firings, and on request those before them. `before`: the number they come before; null: the newest. */
function Firings({ before }: { before: number | null }) {
  const { data, isError, refetch } = useQuery({ ...firingsQuery(before), placeholderData: keepPreviousData });
  const [hasMore, setMore] = useState(false);
  if (!data && isError) {
    return (
      <div className="card-b al-failed" role="alert">
        <span>The history could not be loaded. Your alerts go on watching.</span>
        <button type="button" className="btn btn-secondary btn-sm" onClick={() => void refetch()}>
          Retry
        </button>
      </div>
    );
  }
  if (!data) {
    return (
      <div className="card-b" role="status">
        <span className="vh">Loading the history</span>
        <span className="sk al-sk-history" aria-hidden="true" />
      </div>
    );
  }
  return (
    <>
      {data.firings.map((firing) => (
        <FiringRow key={firing.id} firing={firing} />
      ))}
      {data.nextBefore !== null && hasMore && <Firings before={data.nextBefore} />}
      {data.nextBefore !== null && !hasMore && (
        <div className="al-more">
          <button type="button" className="btn btn-secondary" onClick={() => setMore(true)}>
            Show older
          </button>
        </div>
      )}
    </>
  );
}

/** Marks everything that is listed as seen; nothing where there is nothing to mark. `newest`: the number of the newest. */
export function MarkSeenButton({ newest }: { newest: number | undefined }) {
  const client = useQueryClient();
  const { data } = useQuery(unseenQuery());
  const { run, isBusy } = useAction((upTo: number) => markSeen(client, upTo));
  if (newest === undefined || !data || data.count === 0) return null;
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm"
      aria-disabled={isBusy || undefined}
      onClick={() => void run(newest)}
    >
      <CheckCheck className="i" aria-hidden="true" />
      Mark all as seen
    </button>
  );
}
