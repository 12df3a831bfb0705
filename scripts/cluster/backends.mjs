import { Agent, get } from 'node:http';

/**
 * A server behind the proxy.
 * @typedef {object} Backend
 * @property {string} hostname
 * @property {number} port
 * @property {boolean} isReady it reports that it is ready
 * @property {boolean} isRefusing it reports that it is not ready
 * @property {boolean} isGone its port is closed, or it has not answered for `maxSilenceMs`
 * @property {Agent} agent pools its connections
 * @property {Set<() => void>} open functions that end the requests without a complete response
 */

const probeMs = 250;
const probeLimitMs = 2000;
/** A server silent for this long counts as gone. Its open requests are ended, so that streams continue elsewhere. */
const maxSilenceMs = 10_000;

/**
 * Continuously checks which servers are ready, and chooses the one for the next request.
 * @param {() => readonly string[]} listAddresses
 */
export function watchBackends(listAddresses) {
  /** @type {Map<string, Backend & {answeredAt: number}>} */
  const backends = new Map();
  /** @type {Set<NodeJS.Timeout>} */
  const timers = new Set();
  let isClosed = false;
  let turn = 0;

  function update() {
    const addresses = new Set(listAddresses());
    for (const address of addresses) {
      if (backends.has(address)) continue;
      const { hostname, port } = new URL(address);
      backends.set(address, {
        hostname,
        port: Number(port),
        isReady: false,
        isRefusing: false,
        isGone: true,
        answeredAt: Number.NEGATIVE_INFINITY,
        agent: new Agent({ keepAlive: true, maxFreeSockets: 64 }),
        open: new Set(),
      });
      probe(address);
    }
    for (const [address, { agent }] of backends) {
      if (addresses.has(address)) continue;
      backends.delete(address);
      agent.destroy();
    }
  }

  /** @param {string} address */
  function probe(address) {
    const backend = backends.get(address);
    if (!backend || isClosed) return;
    /** @param {number | undefined} status undefined if there was no answer */
    const report = (status) => {
      const isAnswer = status !== undefined;
      if (isAnswer) backend.answeredAt = performance.now();
      backend.isReady = status === 200;
      backend.isRefusing = isAnswer && !backend.isReady;
      const wasGone = backend.isGone;
      backend.isGone = !isAnswer && performance.now() - backend.answeredAt > maxSilenceMs;
      if (backend.isGone && !wasGone) for (const end of backend.open) end();
      const timer = setTimeout(() => {
        timers.delete(timer);
        probe(address);
      }, probeMs);
      timers.add(timer);
    };
    ask(backend).then(report, (error) => {
      if (error.code === 'ECONNREFUSED') backend.answeredAt = Number.NEGATIVE_INFINITY;
      report(undefined);
    });
  }

  update();
  const updates = setInterval(update, probeMs);

  return {
    /**
     * The next server that is not in `tried`: a ready one if there is any, else one that has not answered, else
     * one that is not ready.
     * @param {ReadonlySet<Backend>} tried
     * @returns {Backend | undefined}
     */
    choose(tried) {
      const open = [...backends.values()].filter((one) => !tried.has(one) && !one.isGone);
      const ready = open.filter(({ isReady }) => isReady);
      const silent = open.filter(({ isRefusing }) => !isRefusing);
      const choice = [ready, silent, open].find(({ length }) => length > 0) ?? [];
      turn += 1;
      return choice[turn % choice.length];
    },
    /**
     * Resolves once at least this many servers are ready.
     * @param {number} count
     */
    async waitForReady(count) {
      const countReady = () => [...backends.values()].filter(({ isReady }) => isReady).length;
      while (countReady() < count && !isClosed) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    close() {
      isClosed = true;
      clearInterval(updates);
      for (const timer of timers) clearTimeout(timer);
      for (const { agent } of backends.values()) agent.destroy();
    },
  };
}

/**
 * @param {Backend} backend
 * @returns {Promise<number>} the status of its answer
 */
function ask({ hostname, port }) {
  return new Promise((resolve, reject) => {
    const request = get(
      { hostname, port, path: '/readyz', agent: false, timeout: probeLimitMs },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    request.on('timeout', () => request.destroy(new Error('no answer in time'))).on('error', reject);
  });
}
