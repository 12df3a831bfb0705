import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../../../scripts/cluster/service.mjs';
import { createRandom } from '../create-random.ts';
import type { TestCluster } from './test-cluster.ts';

/** A disruption of a part of the cluster. Times are in milliseconds since 1970. */
export interface Disruption {
  /** What was done to which program. */
  readonly description: string;
  readonly kind: 'kill' | 'restart' | 'redis' | 'postgres';
  readonly from: number;
  readonly to: number;
}

const startTries = 20;

/** Retries: a process may not start while another is down, or while its old one is still shutting down. */
async function startAgain(service: Service): Promise<void> {
  for (let left = startTries; ; left -= 1) {
    try {
      return await service.start();
    } catch (error) {
      if (left === 0) throw error;
      await wait(500);
    }
  }
}

/**
 * Disrupts a cluster in random ways, one after another, reproducible by a seed. Waits until stopped parts run again.
 * `calmMs`: how much longer to pause after an outage of Redis, so that streams can be compared.
 */
export function createDisruptions(cluster: TestCluster, seed: number, calmMs = 0) {
  const random = createRandom(seed);
  const log: Disruption[] = [];
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;

  async function during(
    kind: Disruption['kind'],
    description: string,
    work: () => Promise<void>,
  ): Promise<void> {
    const from = Date.now();
    await work();
    log.push({ kind, description, from, to: Date.now() });
  }

  const kill = (service: Service) =>
    during('kill', `kill -9 of ${service.name}`, async () => {
      service.signal('SIGKILL');
      await service.ended();
      await wait(random() * 2000);
      await startAgain(service);
    });
  const restart = (service: Service) =>
    during('restart', `SIGTERM to ${service.name}`, async () => {
      await service.stop();
      await startAgain(service);
    });
  const stopFor = (kind: 'redis' | 'postgres', service: Service, signal: NodeJS.Signals, maxMs: number) =>
    during(kind, `${signal} to ${service.name}`, async () => {
      service.signal(signal);
      await service.ended();
      await wait(random() * maxMs);
      await startAgain(service);
    });

  const countStartsBefore = ({ from, to }: Disruption) =>
    log.filter(
      (other) =>
        (other.kind === 'kill' || other.kind === 'restart') && other.to > from - 60_000 && other.to <= to,
    ).length;

  const ways = [
    () => kill(pick(cluster.servers)),
    () => restart(pick(cluster.servers)),
    () => stopFor('redis', cluster.redis, pick(['SIGKILL', 'SIGTERM']), 8000),
    () => stopFor('postgres', cluster.postgres, pick(['SIGQUIT', 'SIGINT']), 8000),
  ];
  let turn = Math.floor(random() * ways.length);
  return {
    log: log as readonly Disruption[],
    /** Causes the next kind of disruption, in turn, so that even a short run has each of them. */
    async next(): Promise<void> {
      turn += 1;
      await ways[turn % ways.length]!();
    },
    pause: () => wait(random() * 4000 + (log.at(-1)?.kind === 'redis' ? calmMs : 0)),
    /** The number of disruptions in which an e-mail may have been sent but not recorded as sent. */
    countMailRisks: () => log.filter(({ kind }) => kind !== 'redis').length,
    /**
     * The most servers that lost Redis within a minute of their start. Each may exceed a limit by its share, because it
     * does not know what was counted before it started.
     */
    maxUnawareServers: () =>
      Math.max(0, ...log.filter(({ kind }) => kind === 'redis').map((outage) => countStartsBefore(outage))),
  };
}
