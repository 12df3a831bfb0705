import { useQuery } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { FiledTaxReportHead } from '#contract/tax/filed-report.ts';
import { taxCountryNames } from '#contract/tax/words.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { useFocusAfterRemoval } from '#web/ui/use-focus-after-removal.ts';
import { formatClock, formatDay } from '../format-day.ts';
import { PartFailed } from '../part-failed.tsx';
import { FiledChanges } from './filed-changes.tsx';
import { FiledLines } from './filed-lines.tsx';
import styles from './filed-reports.module.css';
import { useRemoveReport } from './mutations.ts';
import { filedReportPath, filedReportsQuery } from './queries.ts';
import { SaveButtons } from './save-buttons.tsx';
import { taxYearName } from './tax-choice.ts';

/** The filed reports with their files and later changes. They stay readable on every plan. */
export function FiledReports({ portfolioId }: { portfolioId: string }) {
  const { data: filed, isError, refetch } = useQuery(filedReportsQuery(portfolioId));
  const keepFocus = useFocusAfterRemoval(filed?.length ?? 0, '[data-list="filed"] > li');
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="filed-title">
      <div className={card.head}>
        <h2 className="heading3" id="filed-title">
          Filed reports
        </h2>
      </div>
      {!filed && isError && (
        <PartFailed title="The filed reports could not be loaded" onRetry={() => void refetch()} />
      )}
      {!filed && !isError && (
        <div className={styles.loading}>
          <Skeleton height={44} />
        </div>
      )}
      {filed?.length === 0 && (
        <p className={styles.empty}>
          None yet. A filed report keeps its figures and files as they were when it was filed, and shows what
          has changed since.
        </p>
      )}
      {filed && filed.length > 0 && (
        <ul data-list="filed">
          {filed.map((head, index) => (
            <Filed key={head.id} portfolioId={portfolioId} head={head} onRemove={() => keepFocus(index)} />
          ))}
        </ul>
      )}
    </section>
  );
}

const partNames = { changes: 'What has changed since', lines: 'Lines and proofs' } as const;

interface FiledProps {
  portfolioId: string;
  head: FiledTaxReportHead;
  /** Called before it is deleted. */
  onRemove: () => void;
}

function Filed({ portfolioId, head, onRemove }: FiledProps) {
  const { id, country, year, filedAt, sha256, engine } = head;
  const [opened, setOpened] = useState<'changes' | 'lines' | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const name = `${taxCountryNames[country]} ${taxYearName(country, year)}`;
  return (
    <li className={styles.report} tabIndex={-1}>
      <div className={styles.reportHead}>
        <div className={styles.reportName}>
          <h3 className="heading4">{name}</h3>
          <p className="meta">
            Filed {formatDay(filedAt)}, {formatClock(filedAt)} · {engine}
          </p>
          <p className={`meta ${styles.hash}`} title={`SHA-256 of the JSON: ${sha256}`}>
            SHA-256 {sha256}
          </p>
        </div>
        <div className={styles.actions}>
          <SaveButtons
            what={`the filed report ${name}`}
            name={`altimeter-tax-${country}-${year}-filed`}
            pathOf={(format) => `${filedReportPath(id)}?format=${format}`}
          />
          <button
            type="button"
            className={`${button.ghost} ${button.iconOnly} ${button.small}`}
            aria-label={`Delete the filed report ${name}`}
            onClick={() => setIsDeleting(true)}
          >
            <Trash2 className="icon" aria-hidden="true" />
          </button>
        </div>
      </div>
      {isDeleting ? (
        <ConfirmDelete
          portfolioId={portfolioId}
          id={id}
          name={name}
          onCancel={() => setIsDeleting(false)}
          onRemove={onRemove}
        />
      ) : (
        <div className={styles.openers}>
          {(['changes', 'lines'] as const).map((part) => (
            <button
              key={part}
              type="button"
              className={`${button.ghost} ${button.small} ${styles.opener}`}
              aria-expanded={opened === part}
              onClick={() => setOpened(opened === part ? null : part)}
            >
              {partNames[part]}
            </button>
          ))}
        </div>
      )}
      {opened === 'changes' && !isDeleting && <FiledChanges portfolioId={portfolioId} head={head} />}
      {opened === 'lines' && !isDeleting && <FiledLines portfolioId={portfolioId} head={head} />}
    </li>
  );
}

interface ConfirmDeleteProps {
  portfolioId: string;
  id: string;
  name: string;
  onCancel: () => void;
  onRemove: () => void;
}

function ConfirmDelete({ portfolioId, id, name, onCancel, onRemove }: ConfirmDeleteProps) {
  const { mutate, isPending } = useRemoveReport(portfolioId);
  return (
    <div className={styles.confirmation} role="alertdialog" aria-label={`Delete the filed report ${name}?`}>
      <p>
        Delete the filed report <b>{name}</b>? Its files can’t be restored.
      </p>
      <div className="row">
        <button type="button" className={button.secondary} onClick={onCancel}>
          Cancel
        </button>
        <button
          type="button"
          className={button.ink}
          aria-disabled={isPending || undefined}
          onClick={() => {
            onRemove();
            mutate(id);
          }}
        >
          {isPending ? 'Deleting…' : 'Delete'}
        </button>
      </div>
    </div>
  );
}
