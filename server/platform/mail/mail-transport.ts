import { createTransport } from 'nodemailer';
import type { QueuedMail } from '../jobs/outbox.ts';

/** One of any kind, so that a crash lets no more than one arrive a second time; and one of what is of use for no longer. */
export const mailsAtOnce = 2;

/** Hands mails to a mail server. */
export interface MailTransport {
  /** Rejects with a `MailRefusal` where the server will never take this mail, with anything else where it may later. */
  send(mail: QueuedMail): Promise<void>;
  /** Cuts off what is under way: it rejects. */
  close(): void;
}

/** The server's final no. */
export class MailRefusal extends Error {
  constructor(status: number) {
    super(`the mail server refused with status ${status}`);
    this.name = 'MailRefusal';
  }
}

/** What went wrong, without the server's own words: they name the recipient. */
class MailFailure extends Error {
  constructor(code: string) {
    super(`the mail could not be handed over: ${code}`);
    this.name = 'MailFailure';
  }
}

/** As many connections as mails are sent at once, each kept for the next mail and no longer: any further try is the outbox's. */
const pool = { pool: true, maxConnections: mailsAtOnce, maxRequeues: 0, idleTimeout: 5_000 } as const;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** For all the steps of a mail together: a server that is slow with each may pass the limits of all of them. */
const mailLimitMs = 90_000;

/** SMTP at `smtp://` or `smtps://`. */
export function createSmtpTransport(deps: {
  smtpUrl: string;
  from: string;
  limitMs?: number;
}): MailTransport {
  const { smtpUrl, from, limitMs = mailLimitMs } = deps;
  const transport = createTransport({
    url: smtpUrl,
    ...pool,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, recipient, reply_to, unsubscribe_url, subject, body }) {
      const { hostname } = new URL(`mail://${from.replace(/^.*@|>\s*$/g, '')}`);
      await transport
        .sendMail({
          from,
          to: { name: '', address: recipient },
          ...(reply_to !== null && { replyTo: { name: '', address: reply_to } }),
          subject,
          text: body,
          // The same at each try, so that a mail that arrives twice can be seen to be one.
          messageId: `<${id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(unsubscribe_url) },
          signal: AbortSignal.timeout(limitMs),
        })
        .catch((error: unknown) => {
          throw toFailure(error);
        });
    },
    close: () => transport.close({ force: true }),
  };
}

/** For the button of mail programs: RFC 2369, and RFC 8058, by which it needs one POST and no page. */
function listHeaders(unsubscribeUrl: string | null): Record<string, string> {
  if (unsubscribeUrl === null) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function toFailure(error: unknown): Error {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  // A sender that is refused is a fault of the settings, and so of all mails: they wait until it is put right.
  const isAboutTheMail =
    command !== 'MAIL FROM' &&
    (command === 'RCPT TO' || command === 'DATA' || code === 'EENVELOPE' || code === 'EMESSAGE');
  if (isAboutTheMail && responseCode !== undefined && responseCode >= 500)
    return new MailRefusal(responseCode);
  return new MailFailure([code, responseCode].filter(Boolean).join(' ') || 'unknown');
}
