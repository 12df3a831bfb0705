import type { ProofText } from '../../ledger/proof/proof-text.ts';
import { minLargeLedger, type ReportThread } from '../calculator/report-thread.ts';
import type { LineProofReads, LineProofRequest } from './line-proof-request.ts';
import { makeLineProof } from './make-line-proof.ts';

/** Makes the proof of a line. `size`: the number of transactions in the ledgers. Throws like `makeLineProof`. */
export type LineProofMaker = (
  request: LineProofRequest,
  reads: LineProofReads,
  ledger: { readonly userId: string; readonly size: number },
) => Promise<ProofText>;

/** Proofs of large ledgers are made in the thread of the reports. */
export function createLineProofMaker(thread: Pick<ReportThread, 'makeLineProof'>): LineProofMaker {
  return (request, reads, { userId, size }) =>
    size >= minLargeLedger
      ? thread.makeLineProof(request, reads, { userId, size })
      : makeLineProof(request, reads);
}
