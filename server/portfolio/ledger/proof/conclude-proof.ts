import type { Proof } from '#contract/ledger/proof.ts';
import { hashJson } from './canonical-json.ts';
import type { ProofStep } from './proof-steps.ts';

/** The version of the ledger's engine. Increase it with each change to its arithmetic. */
export const engineVersion = 'ledger-1';

export type ProofHead = Omit<Proof, 'leaves' | 'steps' | 'digest'>;

/** Ends a proof with a step that hashes its head, and with a digest of the whole. */
export function concludeProof(head: ProofHead, leaves: Proof['leaves'], steps: readonly ProofStep[]): Proof {
  const all = [...steps, { op: 'conclude', head: hashJson(head) }];
  const rest = { ...head, leaves, steps: all };
  return { ...rest, digest: hashJson(rest) };
}
