import type { Instant } from '#contract/units.ts';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';

/** A request for a code, kept in the tab's history. */
export interface CodeRequest {
  readonly email: string;
  /** Sent back with the code, for browsers without cookies. */
  readonly challenge?: string | undefined;
  /** When the code was mailed, by this browser's clock; 0: unknown. */
  readonly sentAt: Instant;
}

interface CodeRequestEntry {
  /** The request whose code is awaited; null if there is none. */
  readonly request: CodeRequest | null;
  /** Goes to the code step, as a new history entry, so that Back leads to the address again. */
  open(request: CodeRequest): void;
  /** Replaces the request, because another code was mailed. */
  replace(request: CodeRequest): void;
  /** Goes back to the address step. */
  leave(): void;
}

/** The request whose code the sign-in page asks for. Kept in the history, so that it survives a reload. */
export function useCodeRequest(): CodeRequestEntry {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const entry = state as { readonly codeRequest?: CodeRequest | null } | null;
  const codeRequest = entry?.codeRequest;
  const go = (request: CodeRequest | null, isReplacing: boolean) =>
    navigate(paths.signIn, { state: { ...entry, codeRequest: request }, replace: isReplacing });
  return {
    request: isHydrated && typeof codeRequest?.email === 'string' ? codeRequest : null,
    open: (request) => go(request, false),
    replace: (request) => go(request, true),
    leave: () => go(null, true),
  };
}
