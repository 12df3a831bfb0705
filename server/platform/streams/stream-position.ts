/** Where somebody stands in a stream: in the events for all, and in those of one user. What is absent was not told. */
export interface StreamPosition {
  readonly common?: number | undefined;
  readonly personal?: string | undefined;
}

/** As text for `id:`: `q12.a7`, `q12` or `a7`. */
export function formatPosition({ common, personal }: StreamPosition): string {
  const parts = [
    ...(common === undefined ? [] : [`q${common}`]),
    ...(personal === undefined ? [] : [`a${personal}`]),
  ];
  return parts.join('.');
}

/** Reads a `Last-Event-ID`. Text that is none of ours gives a place in the common events that nobody knows. */
export function parsePosition(text: string | undefined): StreamPosition {
  if (!text) return {};
  const [, common, personal] = /^(?:q(\d{1,16}))?(?:(?:^|\.)a(\d{1,16}))?$/.exec(text) ?? [];
  if (common === undefined && personal === undefined) return { common: Number.NaN };
  return { common: common === undefined ? undefined : Number(common), personal };
}
