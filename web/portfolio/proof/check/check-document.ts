import { checkProof, type Fields, refuse, type Verdict } from './check-proof.ts';
import { deriveLine } from './derive-line.ts';

const figures =
  'value costBasis averageCost amount unrealized unrealizedPercent realized income fees gain'.split(' ');
const methods = ['fifo', 'lifo', 'hifo', 'average', 'specific', 'uk'];
const scopes = ['portfolio', 'wallet'];
const dayMs = 86_400_000;

/**
 * Checks a proof: the parsed JSON of `GET /api/portfolios/{id}/proof`, also for a line of a tax report by a country's
 * rules. Never throws.
 */
export async function checkDocument(document: unknown): Promise<Verdict> {
  const isLine = typeof document === 'object' && document !== null && 'rules' in document;
  const verdict = await (isLine ? checkProof(document, deriveLine, 'rules') : checkProof(document));
  if (!verdict.holds) return verdict;
  try {
    checkHead(document as Fields, isLine);
    return verdict;
  } catch (error) {
    return { holds: false, step: null, reason: (error as Error).message };
  }
}

/** Refuses a head that no step depends on in full: an unknown word could be read as something else. */
function checkHead({ version, figure, method, scope, at, leaves }: Fields, isLine: boolean): void {
  if (version !== (isLine ? 2 : 1)) refuse(`there is no version ${version}`);
  if (!figures.includes(String(figure))) refuse(`there is no figure ${figure}`);
  // The rules of a country check its methods.
  if (!isLine && !methods.includes(String(method))) refuse(`there is no method ${method}`);
  if (!scopes.includes(String(scope))) refuse(`there is no scope ${scope}`);
  if (at === null) return;
  // A close has the instant of the midnight that ends its day.
  const last = new Date(Date.parse(String(at)) + dayMs).toISOString().slice(0, 10);
  for (const leaf of leaves as Fields[])
    if (leaf.day === 'now' && String(leaf.at).slice(0, 10) > last)
      refuse(`the ${leaf.kind} of ${leaf.at} is later than the figure`);
}
