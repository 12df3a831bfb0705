/** The state of the page when the lead popup is due. */
export interface LeadSituation {
  /** The visitor has left its page. */
  readonly isLeft: boolean;
  /** It was shown in this browser before, or an address was left elsewhere. */
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
