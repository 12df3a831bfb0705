import { createHash } from 'node:crypto';
import { headScript, startScript } from './theme-script.ts';

/** The CSP source of an inline script or style. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const scriptSources = ["'self'", ...[headScript, startScript].map(hashSource)].join(' ');

/**
 * The content security policy of a page. It lists inline scripts and styles by hash: a nonce would differ in each
 * answer, but pages are sent as prebuilt bytes. Style attributes and scripts from strings are never allowed.
 * `alerts-worker` and `proof-checker` are Trusted Types policies for the URLs of the two workers.
 */
export function pagePolicy(inlineStyles: string): string {
  return [
    "default-src 'self'",
    `script-src ${scriptSources}`,
    `style-src 'self'${inlineStyles && ` ${hashSource(inlineStyles)}`}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types alerts-worker proof-checker',
  ].join('; ');
}
