/** Makes the PDF of a report, given as the text of its JSON: large reports cross to a thread as they are. */
export type RenderTaxPdf = (reportJson: string) => Promise<Buffer>;
