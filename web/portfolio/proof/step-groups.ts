import type { ProofStep } from './proof-document.ts';

/** A step with its position in the proof, starting at 1. */
export interface NumberedStep {
  readonly step: ProofStep;
  readonly number: number;
}

export interface StepGroup {
  readonly title: string;
  readonly steps: readonly NumberedStep[];
}

const titles = [
  'The figure',
  'Coin by coin',
  'The whole portfolio',
  'Disposals',
  'Lots allocated to wallets',
  'Remaining lots',
  'Transactions',
  'How it was calculated',
] as const;

/** Groups steps by topic, from the total down to the transactions. Each keeps its number. */
export function groupSteps(steps: readonly ProofStep[]): StepGroup[] {
  const groups = new Map<string, NumberedStep[]>(titles.map((title) => [title, []]));
  for (const [index, step] of steps.entries()) groups.get(titleOf(step))!.push({ step, number: index + 1 });
  // The last step concerns the sale being proved.
  groups.get('The whole portfolio')!.reverse();
  return [...groups].flatMap(([title, found]) => (found.length === 0 ? [] : [{ title, steps: found }]));
}

function titleOf(step: ProofStep): (typeof titles)[number] {
  if ('head' in step) return 'How it was calculated';
  if ('figure' in step) return 'The figure';
  if (step.op === 'portfolio' || step.op === 'share' || step.op === 'cost') return 'The whole portfolio';
  if (step.op === 'allocate') return 'Lots allocated to wallets';
  if (step.op === 'denied') return 'Disposals';
  if ('matches' in step) return 'Disposals';
  if ('remaining' in step) return 'Remaining lots';
  return 'transaction' in step ? 'Transactions' : 'Coin by coin';
}
