export interface SecurityHeaderOptions {
  /** The inline scripts of our pages, as `sha256-…`. */
  readonly scriptHashes: readonly string[];
  /** Whether the public address is https: only then may browsers be told to insist on it. */
  readonly isHttps: boolean;
}

/** The headers that stand on every answer, whatever it is. */
export function securityHeaders({ scriptHashes, isHttps }: SecurityHeaderOptions): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(scriptHashes),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

function contentSecurityPolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    // React writes style attributes, which no hash can name.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
