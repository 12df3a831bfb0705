/*
 * Checks the proof of a figure. It shares no code with the server, which makes the proofs: it recomputes every step
 * from the leaves, by the rules of docs/proofs.md, and compares. It imports only this folder, so it runs anywhere.
 */

import { deriveFigure } from './derive-figure.ts';
import { deriveLine } from './derive-line.ts';
import { canonical, hash } from './hash.ts';
import { type Fields, isInstant, type Leaf, Leaves } from './leaves.ts';
import { refuse } from './units.ts';

/** The result of a check. `step`: the index of the first wrong step, or null if something else is wrong. */
export type Verdict = { holds: boolean; step: number | null; reason: string | null };
const keys =
  'asOf at coin currency digest engine figure from isFee leaves method scope steps to transaction value version';
/** Checks a proof: the parsed JSON of `GET /api/portfolios/{id}/proof`. Never throws. */
export async function checkProof(document: unknown): Promise<Verdict> {
  try {
    const names = Object.keys(document as Fields).sort();
    const isLine = names.includes('rules');
    if (names.filter((name) => name !== 'rules').join(' ') !== keys) refuse('it is no proof');
    const { leaves, steps, digest, ...head } = document as Fields & { leaves: Leaf[]; steps: Fields[] };
    if (digest !== (await hash({ ...head, leaves, steps }))) refuse('the document was changed');
    for (const { id, ...leaf } of leaves) if (id !== (await hash(leaf))) refuse(`the leaf ${id} was changed`);
    const known = new Leaves(leaves, String(head.currency));
    for (const { occurredAt: at, createdAt, acquiredAt } of known.entries)
      if (![at, createdAt, acquiredAt ?? at].every(isInstant) || at > String(head.at ?? '9'))
        refuse(`the transaction of ${at} can't be in it`);
    let index = 0;
    let result: unknown = null;
    const expect = (step: Fields) => {
      const [actual, claimed] = [canonical(step), canonical(steps[index] ?? null)];
      if (claimed !== actual) refuse(`it says ${claimed}, but it is ${actual}`, index);
      index += 1;
      result = step.result;
    };
    for (const step of (isLine ? deriveLine : deriveFigure)(head, known)) expect(step);
    if (head.value !== result) refuse(`the figure is ${result}, not ${head.value}`);
    expect({ op: 'conclude', head: await hash(head) });
    if (index < steps.length) refuse('a step has been added', index);
    for (const { id } of leaves) if (!known.used.has(id)) refuse(`the leaf ${id} is used nowhere`);
    return { holds: true, step: null, reason: null };
  } catch (error) {
    const { message, step = null } = error as Error & { step?: number };
    return { holds: false, step, reason: message };
  }
}
