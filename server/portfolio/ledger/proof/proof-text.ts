import type { LedgerEntry } from '../engine/entry.ts';
import { buildProof, type ProofRequest } from './build-proof.ts';
import { checkSize } from './check-size.ts';
import type { ValueBook } from './value-book.ts';

/** A proof as it is sent. */
export interface ProofText {
  /** What is proved. */
  readonly value: string | null;
  readonly text: string;
}

/** Throws `too_large`. */
export function writeProof(
  request: ProofRequest,
  entries: readonly LedgerEntry[],
  values: ValueBook,
): ProofText {
  const proof = buildProof(request, entries, values);
  return { value: proof.value, text: checkSize(JSON.stringify(proof)) };
}
