import type { TaxCountry } from '#contract/tax/choice.ts';
import { ca } from './ca.ts';
import type { CountryRules } from './country-rules.ts';
import { de } from './de.ts';
import { fr } from './fr.ts';
import { gb } from './gb.ts';
import { generic } from './generic.ts';
import { us } from './us.ts';

/** The rules of each country. */
export const rulesByCountry: Readonly<Record<TaxCountry, CountryRules>> = {
  GB: gb,
  US: us,
  DE: de,
  FR: fr,
  CA: ca,
  generic,
};
