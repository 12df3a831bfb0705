import { useQuery } from '@tanstack/react-query';
import type { FiledTaxReportHead } from '#contract/tax/filed-report.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PartFailed } from '../part-failed.tsx';
import styles from './filed-reports.module.css';
import { filedLinesQuery } from './queries.ts';
import { TaxLines } from './tax-lines.tsx';

/** The lines of a filed report as filed, each with its proof at that time. */
export function FiledLines({ portfolioId, head }: { portfolioId: string; head: FiledTaxReportHead }) {
  const { data: report, isError, refetch } = useQuery(filedLinesQuery(portfolioId, head.id));
  if (!report) {
    if (isError) return <PartFailed title="The lines could not be loaded" onRetry={() => void refetch()} />;
    return (
      <div className={styles.loading} role="status">
        <span className="visuallyHidden">Loading the lines</span>
        <Skeleton height={44} />
      </div>
    );
  }
  const { lines, apart, yearName } = report;
  const common = { portfolioId, report, filedId: head.id };
  return (
    <div className={styles.changes}>
      <TaxLines {...common} lines={lines} title={`Disposals in ${yearName}, as filed`} />
      {apart.length > 0 && <TaxLines {...common} lines={apart} title="Not in the totals, as filed" />}
    </div>
  );
}
