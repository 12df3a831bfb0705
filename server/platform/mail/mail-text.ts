/** What an e-mail says. Each domain writes its own in `mail-texts.ts`. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}
