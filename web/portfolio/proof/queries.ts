import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#web/lib/api-client.ts';
import { hasCode } from '#web/lib/errors.ts';
import type { ProofOverlay } from '#web/ui/overlay/overlays.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';
import type { ProofDocument } from './proof-document.ts';

/** The figure to prove. */
export type ProofRequest = Omit<ProofOverlay, 'name' | 'currency' | 'working' | 'explained'> & {
  /** Currency of the figures. Default: the currency in the portfolio's settings. */
  readonly currency?: string | undefined;
};

export interface LoadedProof {
  readonly document: ProofDocument;
  /** True if the figure on the page can no longer be proved, and this proves the current one instead. */
  readonly isCurrent: boolean;
}

/** The proof of a figure. It is large, so it is dropped from the cache once unused. */
export const proofQuery = (portfolioId: string, request: ProofRequest) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'proof', request],
    queryFn: ({ signal }) => readProof(portfolioId, request, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });

async function readProof(
  portfolioId: string,
  request: ProofRequest,
  signal: AbortSignal,
): Promise<LoadedProof> {
  const read = (wanted: ProofRequest) => {
    const pairs = Object.entries(wanted).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
    return readApi<ProofDocument>(`${portfolioPath(portfolioId)}/proof?${query}`, signal);
  };
  try {
    return { document: await read(request), isCurrent: false };
  } catch (error) {
    const { asOf, ...now } = request;
    if (asOf === undefined || !hasCode(error, 'conflict')) throw error;
    return { document: await read(now), isCurrent: true };
  }
}
