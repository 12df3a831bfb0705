import type { Instant } from '#contract/units.ts';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';

/** A request for a code, kept in the history of the tab. */
export interface CodeRequest {
  readonly email: string;
  /** Sent back with the code where the browser keeps no cookies. */
  readonly challenge?: string | undefined;
  /** When the code was mailed, by this browser's clock; 0: not known. */
  readonly sentAt: Instant;
}

interface CodeRequestEntry {
  /** The request whose code is awaited; null where none was made. */
  readonly request: CodeRequest | null;
  /** Goes to the code's step, as an entry of the history of its own: going back leads to the address again. */
  open(request: CodeRequest): void;
  /** Another code was mailed. */
  replace(request: CodeRequest): void;
  /** Goes back to the address. */
  leave(): void;
}

/** The code that the sign-in page asks for. It stands in the history, so that a reload asks for it still. */
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
