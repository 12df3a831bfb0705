import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

export interface SecurityHeaderOptions {
  /** True if the public address is https: only then is HSTS sent. */
  readonly isHttps: boolean;
}

/**
 * The headers of every response. Computed once, as a record: what is no HTTP request is answered on its bare socket, and
 * routes replace or remove single headers through the reply.
 */
export function securityHeaders({ isHttps }: SecurityHeaderOptions): Record<string, string> {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        // Pages have a policy of their own; nothing else needs anything.
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
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
