import type { FastifyInstance, InjectOptions } from 'fastify';
import { rememberSecret } from '../log-secrets.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A client of the API: a browser, with cookies and the headers that browsers add, or a plain client with neither. */
export class AccountClient {
  readonly cookies = new Map<string, string>();
  /** Every `Set-Cookie` line received. */
  readonly setCookies: string[] = [];
  token: string | undefined;
  challenge: string | undefined;
  readonly #app: FastifyInstance;
  readonly #kind: 'browser' | 'plain';
  readonly #address: string;

  constructor(app: FastifyInstance, kind: 'browser' | 'plain' = 'browser', address = '127.0.0.1') {
    this.#app = app;
    this.#kind = kind;
    this.#address = address;
  }

  async call(
    method: Method,
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const options: InjectOptions = {
      method,
      url,
      remoteAddress: this.#address,
      headers: { ...this.#ownHeaders(), ...headers },
    };
    const answer = await this.#app.inject(payload ? { ...options, payload } : options);
    if (this.#kind === 'browser') this.#keepCookies(answer.headers['set-cookie']);
    const isJson = String(answer.headers['content-type']).includes('json') && answer.body !== '';
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : {},
      text: answer.body,
      bytes: answer.rawPayload,
      headers: answer.headers,
    };
  }

  async signUp(email: string, firstName = 'Ada', lastName = 'Lovelace'): Promise<Answer> {
    return this.#keep(await this.call('POST', '/api/auth/signup', { email, firstName, lastName }));
  }

  async signIn(email: string): Promise<Answer> {
    const answer = await this.call('POST', '/api/auth/signin', { email });
    if (typeof answer.body.challenge === 'string') this.challenge = answer.body.challenge;
    return answer;
  }

  async verify(email: string, code: string): Promise<Answer> {
    const challenge = this.challenge === undefined ? {} : { challenge: this.challenge };
    return this.#keep(await this.call('POST', '/api/auth/verify', { email, code, ...challenge }));
  }

  #keep(answer: Answer): Answer {
    if (typeof answer.body.token === 'string') {
      this.token = answer.body.token;
      rememberSecret(this.token);
    }
    if (typeof answer.body.challenge === 'string') this.challenge = answer.body.challenge;
    return answer;
  }

  #ownHeaders(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return {
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      ...(this.#kind === 'browser' ? { 'sec-fetch-site': 'same-origin', 'user-agent': 'Test browser' } : {}),
      ...(cookie ? { cookie } : {}),
    };
  }

  #keepCookies(header: string | string[] | undefined): void {
    for (const line of [header ?? []].flat()) {
      this.setCookies.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
