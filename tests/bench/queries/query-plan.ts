import type pg from 'pg';
import type { RecordedQuery } from './recorded-queries.ts';

/** How PostgreSQL runs a statement. */
export interface QueryPlan extends RecordedQuery {
  /** Milliseconds to plan and run it. */
  readonly time: number;
  /** Large tables that it scans completely. */
  readonly scanned: readonly string[];
  /** Indexes that it uses, such as `alerts_of_user`. */
  readonly indexes: readonly string[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly Plan: PlanNode;
  /** Absent if the statement was only planned, not run. */
  readonly 'Planning Time'?: number;
  readonly 'Execution Time'?: number;
}

/** A smaller table fits on a page or two, so scanning it is fastest. */
const minRows = 1000;

/** Runs a statement with `explain (analyze)`, rolls back its changes, and returns its plan. */
export async function explainQuery(client: pg.Client, query: RecordedQuery): Promise<QueryPlan> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': Explained[] }>(
      // Inserting the same row again would fail, so inserts are only planned.
      `explain (${/^insert/i.test(query.text) ? '' : 'analyze, '}format json) ${query.text}`,
      [...query.values],
    );
    const [explained] = rows[0]!['QUERY PLAN'];
    const nodes = listNodes(explained!.Plan);
    const whole = nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name']!);
    const large = await Promise.all(whole.map((table) => hasManyRows(client, table)));
    return {
      ...query,
      time: (explained!['Planning Time'] ?? 0) + (explained!['Execution Time'] ?? 0),
      scanned: [...new Set(whole.filter((_, index) => large[index]))],
      indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    };
  } finally {
    await client.query('rollback');
  }
}

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

async function hasManyRows(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ many: boolean }>(
    'select reltuples >= $2 as many from pg_class where oid = $1::regclass',
    [table, minRows],
  );
  return rows[0]!.many;
}
