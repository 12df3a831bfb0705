/** A section of a legal page. An array in the body is a list. */
export interface LegalSection {
  readonly heading: string;
  readonly body: readonly (string | readonly string[])[];
}
