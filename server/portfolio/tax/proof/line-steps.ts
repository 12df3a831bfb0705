import type { Money } from '../../ledger/engine/fixed-point.ts';
import type { ProofLeaf } from '../../ledger/proof/proof-leaves.ts';
import type { ProofStep } from '../../ledger/proof/proof-steps.ts';

/** The contents of a line's proof, except its head. */
export interface LineSteps {
  /** In the order of the ledger. */
  readonly transactionLeaves: readonly ProofLeaf[];
  readonly steps: readonly ProofStep[];
  /** Null: unknown. */
  readonly gain: Money | null;
}
