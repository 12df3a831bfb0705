import { canStartCluster } from '../../support/cluster/test-cluster.ts';
import { printFindings } from '../report.ts';
import { measureCalls } from './calls-part.ts';
import { measureLimitedCall } from './limited-call-part.ts';
import { measureOnDemand } from './on-demand-part.ts';
import { measureStreamEvents } from './streams-part.ts';

const parts = {
  calls: { title: 'calls through a proxy', measure: measureCalls },
  'on-demand': { title: 'data requested on demand', measure: measureOnDemand },
  limited: { title: 'a limited call', measure: measureLimitedCall },
  streams: { title: 'streams', measure: measureStreamEvents },
};

/**
 * Compares several servers with one. Each part has its own PostgreSQL and Redis. `only`: the one part to run.
 */
export async function benchClusters(only?: string): Promise<void> {
  if (!canStartCluster) {
    console.log('\nSeveral servers: not measured, PostgreSQL and Redis are not both installed');
    return;
  }
  const wanted = Object.entries(parts).filter(([name]) => only === undefined || only === name);
  if (wanted.length === 0) throw new Error(`The parts of cluster are ${Object.keys(parts).join(', ')}`);
  for (const [, { title, measure }] of wanted) printFindings(`Several servers: ${title}`, await measure());
}
