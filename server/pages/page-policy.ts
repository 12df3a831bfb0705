import { createHash } from 'node:crypto';
import { headScript, startScript } from './theme-script.ts';

/** As the content security policy names an inline script or style. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const scriptSources = ["'self'", ...[headScript, startScript].map(hashSource)].join(' ');

/**
 * The content security policy of a page. Inline scripts and styles are named by their hashes: a nonce would differ with
 * each answer, and pages are sent as ready bytes. Style attributes are not allowed. Strings become scripts nowhere;
 * `alerts-worker` and `proof-checker` are the policies for
 * the URL of a worker each.
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
