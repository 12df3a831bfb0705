/** A section of a legal page: its heading, and what it says. A list among the paragraphs is an array. */
export interface LegalSection {
  readonly heading: string;
  readonly body: readonly (string | readonly string[])[];
}
