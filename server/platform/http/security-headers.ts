import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

export interface SecurityHeaderOptions {
  /** Whether the public address is https, in which case HSTS is sent. */
  readonly isHttps: boolean;
}

/**
 * The headers of every response. Computed once, as a record, because invalid HTTP is answered on the bare socket, and
 * routes replace or remove single headers through the reply.
 */
export function securityHeaders({ isHttps }: SecurityHeaderOptions): Record<string, string> {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        // Pages have their own policy; nothing else loads anything.
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
    // Helmet doesn't set this one.
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

type SetHeaders = ReturnType<typeof helmet>;

function collectHeaders(setHeaders: SetHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      // A space after each semicolon, for readability.
      headers[name.toLowerCase()] = value.replaceAll(';', '; ');
    },
  };
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
