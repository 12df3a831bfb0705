import { canStartCluster } from '../../support/cluster/test-cluster.ts';
import { printFindings } from '../report.ts';
import { measureCalls } from './calls-part.ts';
import { measureLimitedCall } from './limited-call-part.ts';
import { measureOnDemand } from './on-demand-part.ts';
import { measureTicks } from './ticks-part.ts';

/** Several servers against one, each part on a PostgreSQL and a Redis of its own. */
export async function benchClusters(): Promise<void> {
  if (!canStartCluster) {
    console.log('\nSeveral servers: not measured, PostgreSQL and Redis are not both installed');
    return;
  }
  printFindings('Several servers: calls through a proxy', await measureCalls());
  printFindings('Several servers: what is asked on demand', await measureOnDemand());
  printFindings('Several servers: a limited call', await measureLimitedCall());
  printFindings('Several servers: streams', await measureTicks());
}
