import type { AskForCodeAnswer } from '#contract/accounts/accounts.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { storeToken } from '../session/session.ts';

/** A request for a code, as the page that asks for the code needs it. Kept in the history of the tab. */
export interface CodeRequest {
  readonly email: string;
  /** What the code is to be sent back with, where the browser keeps no cookies. */
  readonly challenge?: string | undefined;
  /** When it was mailed: milliseconds since 1970, by this browser's clock; 0 where that is not known. */
  readonly sentAt: number;
}

export interface NewAccount {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Makes an account that is open in this browser at once, and gives its token. */
export async function signUp(account: NewAccount): Promise<string> {
  const { token } = await sendApi<{ token: string }>('POST', '/api/auth/signup', account);
  return token;
}

/** Asks for a code by mail. Where this browser is signed in as that very account, its token comes at once. */
export async function askForCode(email: string): Promise<CodeRequest & { token: string | undefined }> {
  const { token, challenge } = await sendApi<AskForCodeAnswer>('POST', '/api/auth/signin', { email });
  return { email, challenge, sentAt: Date.now(), token };
}

/** Signs in with a code. Throws where the code is not valid. */
export async function verifyCode({ email, challenge }: CodeRequest, code: string): Promise<void> {
  const body = { email, code, challenge };
  const { token } = await sendApi<{ token: string }>('POST', '/api/auth/verify', body);
  storeToken(token);
}
