import type { TaxCountry } from '#contract/tax/choice.ts';
import { ca } from './ca.ts';
import type { CountryRules } from './country-rules.ts';
import { de } from './de.ts';
import { fr } from './fr.ts';
import { gb } from './gb.ts';
import { generic } from './generic.ts';
import { us } from './us.ts';

export const rulesOf: Readonly<Record<TaxCountry, CountryRules>> = {
  GB: gb,
  US: us,
  DE: de,
  FR: fr,
  CA: ca,
  generic,
};
