/** The state of the page when the lead popup is due. */
export interface LeadSituation {
  /** Whether the visitor has left the page that the popup belongs to. */
  readonly hasLeft: boolean;
  /** Whether it was shown in this browser before, or the visitor has typed an address into another form. */
  readonly wasShown: boolean;
  readonly isOverlayOpen: boolean;
  readonly isTyping: boolean;
}

/** What to do with the popup. */
export type LeadMove = 'drop' | 'wait until it closes' | 'wait until typing ends' | 'show';

/** The popup shows once per browser, never over another overlay or while the visitor types. */
export function decideLead({ hasLeft, wasShown, isOverlayOpen, isTyping }: LeadSituation): LeadMove {
  if (hasLeft || wasShown) return 'drop';
  if (isOverlayOpen) return 'wait until it closes';
  return isTyping ? 'wait until typing ends' : 'show';
}
