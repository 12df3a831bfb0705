import { useMutation } from '@tanstack/react-query';
import type { RequestCodeAnswer } from '#contract/accounts/accounts.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { storeToken } from '../session/session.ts';
import type { CodeRequest } from './use-code-request.ts';

export type NewAccount = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
};

/** Creates an account, which can be used immediately in this browser, and returns its token. */
export const useSignUp = () =>
  useMutation({
    mutationFn: async (account: NewAccount) => {
      const { token } = await sendApi<{ token: string }>('POST', '/api/auth/signup', account);
      return token;
    },
  });

export interface SentCode {
  readonly request: CodeRequest;
  /** The session's token, if this browser is signed in to the same account. */
  readonly token: string | undefined;
}

/** Requests a code by e-mail. */
export const useRequestCode = () =>
  useMutation({
    mutationFn: async (email: string): Promise<SentCode> => {
      const { token, challenge } = await sendApi<RequestCodeAnswer>('POST', '/api/auth/signin', { email });
      return { request: { email, challenge, sentAt: Date.now() }, token };
    },
  });

/** Signs in with a code. */
export const useVerifyCode = () =>
  useMutation({
    mutationFn: async ({ request: { email, challenge }, code }: { request: CodeRequest; code: string }) => {
      const body = { email, code, challenge };
      const { token } = await sendApi<{ token: string }>('POST', '/api/auth/verify', body);
      storeToken(token);
    },
  });
