import type { LeafNames } from './describe-leaf.ts';
import type { ProofDocument, ProofLeaf, TransactionLeaf } from './proof-document.ts';

export interface DescribedStep {
  readonly title: string;
  /** How the result is computed, one line each. */
  readonly details: readonly string[];
  readonly result: string | null;
  readonly leaves: readonly ProofLeaf[];
}

/** What is needed to describe steps. */
export interface StepContext extends LeafNames {
  readonly currency: string;
  readonly walletOf: (walletId: string) => string;
  readonly leafById: ReadonlyMap<string, ProofLeaf>;
  /** Keyed by the transaction's own id, not its leaf's. */
  readonly transactionById: ReadonlyMap<string, TransactionLeaf>;
}

/** Prepares a proof's leaves and names for describing its steps. */
export function toStepContext(
  { currency, leaves }: Pick<ProofDocument, 'currency' | 'leaves'>,
  names: Pick<StepContext, 'symbolOf' | 'walletOf' | 'portfolioOf'>,
): StepContext {
  const transactions = leaves.filter((leaf) => leaf.kind === 'transaction');
  return {
    ...names,
    currency,
    leafById: new Map(leaves.map((leaf) => [leaf.id, leaf])),
    transactionById: new Map(transactions.map((leaf) => [leaf.transactionId, leaf])),
  };
}

/** The leaves with these ids, without unknown ones. */
export const findLeaves = (ids: readonly string[], { leafById }: StepContext) =>
  ids.flatMap((id) => leafById.get(id) ?? []);

/** The transaction with this leaf id. Null if there is none. */
export const findTransaction = (leafId: string, { leafById }: StepContext): TransactionLeaf | null => {
  const leaf = leafById.get(leafId);
  return leaf?.kind === 'transaction' ? leaf : null;
};
