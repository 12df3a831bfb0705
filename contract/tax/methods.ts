import { methods } from '../ledger/settings.ts';

/** The ledger's methods, and two that belong to a country: art. 150 VH bis (FR), the adjusted cost base (CA). */
export const taxMethods = [...methods, 'portfolio_share', 'adjusted_cost_base'] as const;
export type TaxMethod = (typeof taxMethods)[number];
