import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { createCookies } from './cookies.ts';

const cookies = createCookies(false);
let app: FastifyInstance;

beforeEach(() => {
  app = createBareApp();
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

it('Of thousands of cookies, only our own are read', async () => {
  const others = Array.from({ length: 1000 }, (_, number) => `other-${number}=altimeter-x=1`).join('; ');
  const cookie = `__Host-altimeter-first=1; ${others};altimeter-currency=eur; ${others}; altimeter-last=2`;
  const answer = await app.inject({ url: '/', headers: { cookie } });
  expect(answer.json()).toEqual({
    '__Host-altimeter-first': '1',
    'altimeter-currency': 'eur',
    'altimeter-last': '2',
  });
});
