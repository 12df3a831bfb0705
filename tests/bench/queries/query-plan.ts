import type pg from 'pg';
import type { RecordedQuery } from './recorded-queries.ts';

/** How PostgreSQL runs a statement. */
export interface QueryPlan extends RecordedQuery {
  /** Milliseconds to plan and to run it. */
  readonly time: number;
  /** The tables it reads whole, though they have many rows. */
  readonly scanned: readonly string[];
  /** What it reads, such as `alerts_of_user`. */
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
  /** Absent of a plan that was not run. */
  readonly 'Planning Time'?: number;
  readonly 'Execution Time'?: number;
}

/** A smaller table is on a page or two: reading it whole is the fastest way. */
const minRows = 1000;

/** Runs the statement with `explain (analyze)` and takes back what it changed. */
export async function explainQuery(client: pg.Client, query: RecordedQuery): Promise<QueryPlan> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': Explained[] }>(
      // A second insert of the same row would be refused.
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
