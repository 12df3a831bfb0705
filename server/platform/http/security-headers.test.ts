import { describe, expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

describe('the security headers', () => {
  it('are exactly these', () => {
    expect(securityHeaders({ isHttps: false })).toEqual(headers);
  });

  it('tell browsers to insist on https only if the site is https', () => {
    expect(securityHeaders({ isHttps: true })).toEqual({
      ...headers,
      'strict-transport-security': 'max-age=31536000',
    });
  });
});
