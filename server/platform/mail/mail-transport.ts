import { createRequire } from 'node:module';
import type { QueuedMail } from '../jobs/outbox.ts';

/** How many e-mails are sent at a time, including one reserved for codes. Mail servers commonly allow ten connections. */
export const mailsAtOnce = 8;

/** Hands e-mails to a mail server. */
export interface MailTransport {
  /** Rejects with a `MailRefusedError` if the server will never accept this e-mail; with another error if it may later. */
  send(mail: QueuedMail): Promise<void>;
  /** Interrupts e-mails being sent: their `send` rejects. */
  close(): void;
}

/** A permanent refusal. */
export class MailRefusedError extends Error {
  constructor(status: number) {
    super(`the mail server refused with status ${status}`);
    this.name = 'MailRefusedError';
  }
}

/** A failure without the server's message, which contains the recipient. */
class MailFailedError extends Error {
  constructor(reason: string) {
    super(`the e-mail could not be handed over: ${reason}`);
    this.name = 'MailFailedError';
  }
}

/** Failures that an operator can fix, by the library's code. */
const reasons: Readonly<Record<string, string>> = {
  ETLS: 'the mail server offers no TLS (SMTP_URL with ?tls=off sends without it)',
  EAUTH: 'the mail server refuses the user or the password of SMTP_URL',
};

/** One connection per concurrent e-mail, kept briefly for the next. The outbox handles retries. */
const pool = { pool: true, maxConnections: mailsAtOnce, maxRequeues: 0, idleTimeout: 5_000 } as const;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** For all steps of an e-mail together, because a slow server may stay below the limit of each. */
const mailLimitMs = 90_000;

const require = createRequire(import.meta.url);
/** Loaded only by servers that send mail, because the library's heap is 5 MB. */
const loadLibrary = (): typeof import('nodemailer') => require('nodemailer');

/**
 * SMTP at `smtp://` or `smtps://`. Nothing is sent without TLS, because codes open accounts, unless the URL ends in
 * `?tls=off`.
 */
export function createSmtpTransport(deps: {
  smtpUrl: string;
  from: string;
  limitMs?: number;
}): MailTransport {
  const { smtpUrl, from, limitMs = mailLimitMs } = deps;
  const transport = loadLibrary().createTransport({
    ...readAddress(smtpUrl),
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
          // The same for each attempt, so that duplicates can be recognized.
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

/** Without the query, which could set any option of the library. */
function readAddress(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const isPlain = url.searchParams.get('tls') === 'off';
  url.search = '';
  return { url: url.href, requireTLS: !isPlain, ignoreTLS: isPlain };
}

/** For the unsubscribe button of mail programs: RFC 2369, and RFC 8058 for a single POST without a page. */
function listHeaders(unsubscribeUrl: string | null): Record<string, string> {
  if (unsubscribeUrl === null) return {};
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function toFailure(error: unknown): Error {
  const { code, originalCode, responseCode, command } = error as {
    code?: string;
    /** That of the system or of TLS, where `code` only says that the connection failed. */
    originalCode?: string;
    responseCode?: number;
    command?: string;
  };
  // A refused sender is a configuration error that affects all e-mails, so they wait until it is fixed.
  const isAboutTheMail =
    command !== 'MAIL FROM' &&
    (command === 'RCPT TO' || command === 'DATA' || code === 'EENVELOPE' || code === 'EMESSAGE');
  if (isAboutTheMail && responseCode !== undefined && responseCode >= 500)
    return new MailRefusedError(responseCode);
  const reason = reasons[code ?? ''] ?? originalCode ?? code;
  return new MailFailedError([reason, responseCode].filter(Boolean).join(' ') || 'unknown');
}
