import { createPrivateKey, type KeyObject } from 'node:crypto';

const certificateText = [
  'MIIB0TCCAXegAwIBAgIUdGqE2y4Drx1iFgPhRKmF1yeiwLUwCgYIKoZIzj0EAwIwTzELMAkGA1UEBhMCU0UxDTALBgNVBAoMBFRl',
  'c3QxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xDTALBgNVBAMMBFRlc3QwIBcNMjYxMTIxMTE1ODU3WhgPMjEy',
  'NjEwMjgxMTU4NTdaME8xCzAJBgNVBAYTAlNFMQ0wCwYDVQQKDARUZXN0MSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0',
  'aW9uMQ0wCwYDVQQDDARUZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7deSwc9DWKEpRcYXOh/lzd0YHXL42rrAaxRAllse',
  '40KGFtBm4HX/295Wd5ERORL/+vRHSQdGsL7+h44RGLD/cqMvMC0wDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQUn8Jzbs71LXoY56Sh',
  'FP2SMgrJs18wCgYIKoZIzj0EAwIDSAAwRQIhAJqeUp3S8AFvp4b36R4s6D1zgx77fsf3GR8yJRkyCzFDAiBZOmzLrZyp4WLOzL+b',
  'So6jDc9jmi+2lCkyDEbJWUBUaQ==',
];

const keyText = [
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgI/tW/Uk1ngA2fS1gwX3iImiYnnbDoH5ZzCCQBq/AzYShRANCAATt',
  '15LBz0NYoSlFxhc6H+XN3RgdcvjausBrFECWWx7jQoYW0Gbgdf/b3lZ3kRE5Ev/69EdJB0awvv6HjhEYsP9y',
];

/** A fake certificate like those of authenticator vendors, valid until 2126. DER. */
export const vendorCertificate = Buffer.from(certificateText.join(''), 'base64');

/** The private key that belongs to the certificate. */
export const vendorKey: KeyObject = createPrivateKey({
  key: Buffer.from(keyText.join(''), 'base64'),
  format: 'der',
  type: 'pkcs8',
});
