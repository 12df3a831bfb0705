import { checkProof, type Verdict } from './check-proof.ts';
import { deriveLine } from './derive-line.ts';

/**
 * Checks a proof: the parsed JSON of `GET /api/portfolios/{id}/proof`, also for a line of a tax report by a country's
 * rules. Never throws.
 */
export function checkDocument(document: unknown): Promise<Verdict> {
  const isLine = typeof document === 'object' && document !== null && 'rules' in document;
  return isLine ? checkProof(document, deriveLine, 'rules') : checkProof(document);
}
