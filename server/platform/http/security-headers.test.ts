import { describe, expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const headers = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self' 'sha256-abc='",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

describe('the security headers', () => {
  it('are these and no others', () => {
    expect(securityHeaders({ scriptHashes: ['sha256-abc='], isHttps: false })).toEqual(headers);
  });

  it('tell browsers to insist on https only where the site is https', () => {
    expect(securityHeaders({ scriptHashes: ['sha256-abc='], isHttps: true })).toEqual({
      ...headers,
      'strict-transport-security': 'max-age=31536000',
    });
  });
});
