import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import page from '#web/ui/styles/page.module.css';
import styles from './learning.module.css';
import { modules, summarizeProgress } from './modules.ts';
import type { Progress, ProgressStorage } from './use-progress.ts';

/** The reader's progress, and where it is stored. */
export function ProgressCard({ storage, progress }: { storage: ProgressStorage; progress: Progress }) {
  const { completed, isLoading, hasFailed, retry } = progress;
  const { completedCount, percent, minutes } = summarizeProgress(completed);
  return (
    <section
      className={`${card.card} ${card.padded} ${styles.progress}`}
      aria-labelledby="progress-title"
      aria-busy={isLoading}
    >
      <div>
        <h2 className="heading3" id="progress-title">
          Your progress
        </h2>
        <p className="small muted">
          {storage === 'account' ? 'Saved to your account' : 'Saved for this visit'}
        </p>
      </div>
      <div className={styles.progressBar}>
        <p className="small">
          <span className="muted">Overall progress</span>
          {isLoading ? <Skeleton width={32} /> : <b className="figures">{percent}%</b>}
        </p>
        <progress className={page.progress} aria-label="Overall progress" max={100} value={percent}>
          {percent}%
        </progress>
      </div>
      <dl>
        <div>
          <dt className="small muted">Modules completed</dt>
          <dd className="heading2 figures">
            {isLoading ? <Skeleton width={48} height={24} /> : completedCount}{' '}
            <span className="small muted">of {modules.length}</span>
          </dd>
        </div>
        <div>
          <dt className="small muted">Minutes learned</dt>
          <dd className="heading2 figures">{isLoading ? <Skeleton width={32} height={24} /> : minutes}</dd>
        </div>
      </dl>
      {hasFailed && (
        <div className={styles.progressFailed} role="alert">
          <p className="small">
            Your progress could not be loaded or saved. What you complete here is remembered while this page
            stays open.
          </p>
          <button type="button" className={`${button.secondary} ${button.small}`} onClick={retry}>
            Retry
          </button>
        </div>
      )}
    </section>
  );
}
