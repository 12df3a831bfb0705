import { describe, expect, it } from 'vitest';
import { decideLead, type LeadSituation } from './decide-lead.ts';

const quiet: LeadSituation = { hasLeft: false, wasShown: false, isOverlayOpen: false, isTyping: false };
const either = [false, true];

describe('the lead popup', () => {
  it('is shown if nothing prevents it', () => {
    expect(decideLead(quiet)).toBe('show');
  });

  it.each([
    ['is dropped once the visitor has left its page', { hasLeft: true }, 'drop'],
    ['is not shown a second time', { wasShown: true }, 'drop'],
    ['waits while another overlay is open', { isOverlayOpen: true }, 'wait until it closes'],
    ['waits while somebody types', { isTyping: true }, 'wait until typing ends'],
    [
      'is dropped at once if it was already shown, even while it would have to wait',
      { wasShown: true, isOverlayOpen: true },
      'drop',
    ],
    [
      'waits for the overlay before the typing in it',
      { isOverlayOpen: true, isTyping: true },
      'wait until it closes',
    ],
  ] as const)('%s', (_, change, move) => {
    expect(decideLead({ ...quiet, ...change })).toBe(move);
  });

  it('is shown in no other situation', () => {
    const all = either.flatMap((hasLeft) =>
      either.flatMap((wasShown) =>
        either.flatMap((isOverlayOpen) =>
          either.map((isTyping) => ({ hasLeft, wasShown, isOverlayOpen, isTyping })),
        ),
      ),
    );
    expect(all.filter((situation) => decideLead(situation) === 'show')).toEqual([quiet]);
  });
});
