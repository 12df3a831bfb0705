import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { createTokens } from './tokens.ts';

const key = Buffer.alloc(32, 'of this test');
const claims = { userId: 'ada', sessionId: 'first' };
const start = 1_800_000_000_000;

function makeTokens() {
  const clock = { at: start, now: () => clock.at };
  return { clock, tokens: createTokens(key, clock) };
}

it('expires a cached token on time', async () => {
  const { clock, tokens } = makeTokens();
  const token = await tokens.sign(claims, start, start + 60_000);
  expect(await tokens.read(token)).toEqual(claims);
  clock.at = start + 59_999;
  expect(await tokens.read(token)).toEqual(claims);
  clock.at = start + 60_000;
  expect(await tokens.read(token)).toBeUndefined();
  expect(await createTokens(key, clock).read(token)).toBeUndefined();
});

it('refuses an invalid token every time', async () => {
  const { tokens } = makeTokens();
  const good = await tokens.sign(claims, start, start + 60_000);
  const forged = await new SignJWT({ sid: 'first' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject('ada')
    .setIssuedAt(start / 1000)
    .setExpirationTime(start / 1000 + 60)
    .sign(Buffer.alloc(32, 'of another'));
  for (let tries = 0; tries < 2; tries += 1) {
    expect(await tokens.read(forged)).toBeUndefined();
    expect(await tokens.read(good)).toEqual(claims);
    expect(await tokens.read(good.slice(0, -1))).toBeUndefined();
  }
});

it('accepts tokens of the previous key during a rotation, and signs with the new key', async () => {
  const { clock, tokens } = makeTokens();
  const newKey = Buffer.alloc(32, 'of next year');
  const during = createTokens(newKey, clock, key);
  const old = await tokens.sign(claims, start, start + 60_000);
  expect(await during.read(old)).toEqual(claims);
  const after = createTokens(newKey, clock);
  expect(await after.read(old)).toBeUndefined();
  expect(await after.read(await during.sign(claims, start, start + 60_000))).toEqual(claims);
});
