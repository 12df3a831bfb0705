import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { createCookies } from './cookies.ts';

const cookies = createCookies(false);
const app = createBareApp();

beforeEach(() => {
  app.get('/', (request, reply) => {
    cookies.set(reply, 'new', 'some_value-1', 60_000);
    return request.cookies;
  });
});
afterEach(() => app.close());

it('Cookies are not decoded, because thousands that are encoded wrongly would hold up everybody else', async () => {
  const cookie = 'altimeter-known=abc_-9; one=%41; other=%; third="%E0%A4%A"';
  const answer = await app.inject({ url: '/', headers: { cookie } });
  expect(answer.json()).toEqual({ 'altimeter-known': 'abc_-9', one: '%41', other: '%', third: '"%E0%A4%A"' });
  expect(answer.headers['set-cookie']).toBe(
    'altimeter-new=some_value-1; Max-Age=60; Path=/; HttpOnly; SameSite=Strict',
  );
});
