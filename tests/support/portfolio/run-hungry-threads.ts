import { createThreadPlanner } from '#server/portfolio/imports/planner/thread-planner.ts';
import { createThreadCalculator } from '#server/portfolio/ledger/calculator/thread/thread-calculator.ts';
import { FakePastValues, MemoryLedger } from './memory-ledger.ts';

// Prints what calls of threads that need more memory than they may have are answered.
const file = new URL('./hungry-worker.ts', import.meta.url);
const place = { dataDir: '/nowhere', databaseUrl: undefined };
const planner = createThreadPlanner({ ...place, writeLock: undefined, file });
const parts = { source: new MemoryLedger([]), past: new FakePastValues() };
const calculator = createThreadCalculator(parts, file);
const calls = [planner.preview({ userId: 'u', id: 'i' }), calculator.prepare()];
const codes = calls.map((call) => call.catch(({ code }: { code: string }) => code));
console.log((await Promise.all(codes)).join());
await Promise.all([planner.stop(), calculator.stop()]);
