/** How things stand when the lead popup could be shown. */
export interface LeadSituation {
  /** Its page was left meanwhile. */
  readonly isLeft: boolean;
  /** It was shown in this browser before, or an address was typed without it. */
  readonly wasShown: boolean;
  readonly isOverlayOpen: boolean;
  readonly isTyping: boolean;
}

export type LeadMove = 'drop' | 'wait for the overlay' | 'wait for the typing' | 'show';

/** What becomes of the lead popup: it comes once in the life of a browser, over no other overlay, and into nobody's typing. */
export function decideLead({ isLeft, wasShown, isOverlayOpen, isTyping }: LeadSituation): LeadMove {
  if (isLeft || wasShown) return 'drop';
  if (isOverlayOpen) return 'wait for the overlay';
  return isTyping ? 'wait for the typing' : 'show';
}
