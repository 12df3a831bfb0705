import type { LedgerEntry } from '../engine/entry.ts';
import { buildProof } from './build-proof.ts';
import type { ProofRequest } from './proof-request.ts';
import type { ValueBook } from './value-book.ts';
import { tooLarge, writeProof } from './write-proof.ts';

/** A proof ready to be sent. */
export interface ProofText {
  /** The proved value. */
  readonly value: string | null;
  readonly text: string;
}

/** Builds a proof and writes it as JSON. Throws `too_large`. */
export function buildProofText(
  request: ProofRequest,
  entries: readonly LedgerEntry[],
  values: ValueBook,
): ProofText {
  const proof = buildProof(request, entries, values);
  const text = writeProof(proof);
  if (text === null) throw tooLarge();
  return { value: proof.value, text };
}
