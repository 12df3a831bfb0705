import type { ProofText } from '../../ledger/proof/proof-text.ts';
import type { ReportThread, ReportTurn } from '../calculator/report-thread.ts';
import { runSized } from '../calculator/run-sized.ts';
import type { LineProofReads, LineProofRequest } from './line-proof-request.ts';
import { makeLineProof } from './make-line-proof.ts';

/** Makes the proof of a line. Throws like `makeLineProof`. */
export type LineProofMaker = (
  request: LineProofRequest,
  reads: LineProofReads,
  turn: ReportTurn,
) => Promise<ProofText>;

/** Proofs of large ledgers are made in the thread of the reports. */
export function createLineProofMaker(thread: Pick<ReportThread, 'makeLineProof'>): LineProofMaker {
  return (request, reads, turn) =>
    runSized(turn.size, reads, {
      here: (limited) => makeLineProof(request, limited),
      inThread: () => thread.makeLineProof(request, reads, turn),
    });
}
