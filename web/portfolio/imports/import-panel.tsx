import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect } from 'react';
import type { Import } from '#contract/ledger/imports.ts';
import { countOf, formatCount } from '#web/lib/formats.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { PartFailed } from '../part-failed.tsx';
import { ImportActions } from './import-actions.tsx';
import { ImportItems } from './import-items.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportQuestions } from './import-questions.tsx';
import { describeSpan, nameFormat, stateNames } from './import-words.ts';
import styles from './imports.module.css';
import type { ReadingOptions } from './mutations.ts';
import { formatsQuery, importQuery } from './queries.ts';
import { ReadingForm } from './reading-form.tsx';

interface ImportPanelProps {
  id: string;
  /** The file, if it was chosen in this tab. */
  file: File | null;
  onRead: (options: ReadingOptions) => void;
  /** Called when a button may have gone: answers can raise new questions, and an import can be applied only once. */
  onChange: () => void;
  onClose: () => void;
}

/** An import: the file's contents, open questions, and what would be added. */
export function ImportPanel({ id, file, onRead, onChange, onClose }: ImportPanelProps) {
  const query = useInfiniteQuery(importQuery(id));
  const { data, isError, refetch } = query;
  const [page] = data?.pages ?? [];
  const items = data?.pages.flatMap((each) => each.items) ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: these decide which buttons there are
  useEffect(onChange, [page?.state, page?.questions.length, page && countOpen(page)]);
  return (
    <div className={styles.parts}>
      <button type="button" className={`${button.ghost} ${button.small} ${styles.back}`} onClick={onClose}>
        <ArrowLeft className="icon" aria-hidden="true" />
        All imports
      </button>
      {!page && isError && (
        <div className={card.card}>
          <PartFailed title="This import could not be loaded" onRetry={() => void refetch()} />
        </div>
      )}
      {!page && !isError && <Skeleton height={180} />}
      {page && (
        <>
          <section className={`${card.card} ${styles.summary}`} aria-labelledby="file-title">
            <Summary page={page} />
            {file && page.state !== 'applied' && (
              <details className={styles.another}>
                <summary>Read it with other settings</summary>
                <ReadingForm file={file} format={page.format} columns={undefined} onRead={onRead} />
              </details>
            )}
            <ImportActions page={page} onRemoved={onClose} />
          </section>
          <ImportQuestions
            key={page.questions.length}
            id={id}
            questions={page.questions}
            isOpen={page.state !== 'applied'}
          />
          <ImportProblems problems={page.problems} />
          <ImportItems
            items={items}
            isApplied={page.state === 'applied'}
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </>
      )}
    </div>
  );
}

const countOpen = ({ questions }: Pick<Import, 'questions'>) =>
  questions.filter(({ answer }) => answer === null).length;

function Summary({ page }: { page: Import }) {
  const { data: formats } = useQuery(formatsQuery());
  const { fileName, format, state, rows, transactions, problems, ignored, from, to } = page;
  const open = countOpen(page);
  const span = describeSpan(from, to);
  return (
    <>
      <div>
        <h2 className={`heading3 ${styles.fileName}`} id="file-title">
          {fileName}
        </h2>
        <p className="muted">
          {nameFormat(formats, format)} · {countOf(rows, 'row')}
          {span && ` · ${span}`} · <span role="status">{stateNames[state]}</span>
        </p>
      </div>
      {state === 'reading' ? (
        <progress className={styles.progress} aria-label={`Reading ${fileName}`} />
      ) : (
        <dl className={styles.counts}>
          <Count name={state === 'applied' ? 'Added' : 'New'} count={transactions.new} />
          <Count name="Already known" count={transactions.known} />
          <Count name="Questions" count={open} />
          <Count name="Not understood" count={problems.filter(({ text }) => text !== null).length} />
          <Count name="Not needed" count={ignored} />
        </dl>
      )}
    </>
  );
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatCount(count)}</dd>
    </div>
  );
}
