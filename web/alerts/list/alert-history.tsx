import { keepPreviousData, useQuery } from '@tanstack/react-query';
import CheckCheck from 'lucide-react/icons/check-check';
import { useState } from 'react';
import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { FiringRow } from '../bell/firing-row.tsx';
import { useMarkSeen } from '../mutations.ts';
import { firingsQuery, unseenQuery } from '../queries.ts';
import styles from './alerts.module.css';

/** The firings, newest first, with the unseen ones marked. */
export function AlertHistory() {
  const { data } = useQuery(firingsQuery());
  return (
    <section className={card.card} aria-labelledby="alert-history">
      <div className={`${card.head} ${styles.cardHead}`}>
        <h2 className="heading3" id="alert-history">
          History
        </h2>
        <MarkSeenButton newest={data?.firings[0]?.number} />
      </div>
      {data?.firings.length === 0 ? (
        <p className={`${card.body} muted`}>No alert has triggered yet. Triggered alerts appear here.</p>
      ) : (
        <Firings before={null} />
      )}
    </section>
  );
}

/** A page of firings, and older ones on request. `before`: only firings with lower numbers; null: the newest. */
function Firings({ before }: { before: number | null }) {
  const { data, isError, refetch } = useQuery({ ...firingsQuery(before), placeholderData: keepPreviousData });
  const [isExpanded, setExpanded] = useState(false);
  if (!data && isError) {
    return (
      <div className={`${card.body} ${styles.failed}`} role="alert">
        <span>The history could not be loaded. Your alerts still work.</span>
        <button
          type="button"
          className={`${button.secondary} ${button.small}`}
          onClick={() => void refetch()}
        >
          Retry
        </button>
      </div>
    );
  }
  if (!data) {
    return (
      <div className={card.body} role="status">
        <span className="visuallyHidden">Loading the history</span>
        <span className={`${skeleton.skeleton} ${styles.skeletonHistory}`} aria-hidden="true" />
      </div>
    );
  }
  return (
    <>
      {data.firings.map((firing) => (
        <FiringRow key={firing.id} firing={firing} />
      ))}
      {data.nextBefore !== null && isExpanded && <Firings before={data.nextBefore} />}
      {data.nextBefore !== null && !isExpanded && (
        <div className={styles.more}>
          <button type="button" className={button.secondary} onClick={() => setExpanded(true)}>
            Show older
          </button>
        </div>
      )}
    </>
  );
}

/** Marks all listed firings as seen. Renders nothing if all are. `newest`: the number of the newest firing. */
export function MarkSeenButton({ newest }: { newest: number | undefined }) {
  const { data } = useQuery(unseenQuery());
  const { mutate, isPending } = useMarkSeen();
  if (newest === undefined || !data || data.count === 0) return null;
  return (
    <button
      type="button"
      className={`${button.ghost} ${button.small}`}
      aria-disabled={isPending || undefined}
      onClick={() => mutate(newest)}
    >
      <CheckCheck className="icon" aria-hidden="true" />
      Mark all as seen
    </button>
  );
}
