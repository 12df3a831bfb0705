import { parseArgs } from 'node:util';
import { reasonOf } from '#server/platform/reason-of.ts';
import { isFaultKind } from './server/faults.ts';
import { startSimulatorServer } from './server/simulator-server.ts';

const usage = `npm run simulator -- [options]
  --port N           where to listen (4000; 0 for any free port)
  --seed N           another market
  --fault KIND,...   429 500 hang reset truncated html slow nan
                     nulls empty million shift zero negative frozen swapped crash depeg missing
  --fault-rate R     share of the calls that fail, 0 to 1 (1)
  --retry-after S    seconds in the Retry-After of a 429
  --latency MS       milliseconds before every answer`;

/** Exits with a one-line error message. */
function refuse(message: string): never {
  console.error(`${message}\n${usage}`);
  process.exit(2);
}

function readFlags() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        seed: { type: 'string' },
        fault: { type: 'string' },
        'fault-rate': { type: 'string' },
        'retry-after': { type: 'string' },
        latency: { type: 'string' },
      },
    }).values;
  } catch (error) {
    refuse(reasonOf(error));
  }
}

const flags = readFlags();

function numberFlag(name: Exclude<keyof typeof flags, 'fault'>, max: number): number | undefined {
  const text = flags[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value >= 0 && value <= max)) refuse(`--${name} must be a number from 0 to ${max}, got "${text}"`);
  return value;
}

const kinds = flags.fault?.split(',') ?? [];
const rate = numberFlag('fault-rate', 1) ?? 1;
const retryAfter = numberFlag('retry-after', 86_400) ?? null;
for (const kind of kinds) if (!isFaultKind(kind)) refuse(`unknown fault "${kind}"`);

const simulator = await startSimulatorServer({
  port: numberFlag('port', 65_535) ?? 4000,
  seed: numberFlag('seed', 2 ** 31),
  latency: numberFlag('latency', 600_000) ?? 0,
});
for (const kind of kinds.filter(isFaultKind)) simulator.setFault(kind, { rate, retryAfter });
console.log(`Market simulator at ${simulator.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close().then(() => process.exit(0)));
}
