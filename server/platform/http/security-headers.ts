import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

export interface SecurityHeaderOptions {
  /** The inline scripts of our pages, as `sha256-…`. */
  readonly scriptHashes: readonly string[];
  /** True if the public address is https: only then is HSTS sent. */
  readonly isHttps: boolean;
}

/**
 * The headers of every response. Computed once, as a record: what is no HTTP request is answered on its bare socket, and
 * routes replace or remove single headers through the reply.
 */
export function securityHeaders({ scriptHashes, isHttps }: SecurityHeaderOptions): Record<string, string> {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
        // React writes style attributes, which no hash can cover.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'font-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  });
  return {
    ...collectHeaders(setHeaders),
    // Not among helmet's.
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

type SetHeaders = ReturnType<typeof helmet>;

function collectHeaders(setHeaders: SetHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      // A space after each semicolon, for readers.
      headers[name.toLowerCase()] = value.replaceAll(';', '; ');
    },
  };
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
