/** The state of the page when the lead popup is due. */
export interface LeadSituation {
  /** Whether the visitor has left the page it belongs to. */
  readonly isLeft: boolean;
  /** Whether it was shown in this browser before, or the visitor has used another form for an address. */
  readonly wasShown: boolean;
  readonly isOverlayOpen: boolean;
  readonly isTyping: boolean;
}

export type LeadMove = 'drop' | 'wait for the overlay' | 'wait for the typing' | 'show';

/** The popup shows once per browser, never over another overlay or while the visitor types. */
export function decideLead({ isLeft, wasShown, isOverlayOpen, isTyping }: LeadSituation): LeadMove {
  if (isLeft || wasShown) return 'drop';
  if (isOverlayOpen) return 'wait for the overlay';
  return isTyping ? 'wait for the typing' : 'show';
}
