/** A client's position in the common events and in those of its user. Absent if none was sent yet. */
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

/** Parses a `Last-Event-ID`. Any other text gives `common: NaN`, which no stream contains. */
export function parsePosition(text: string | undefined): StreamPosition {
  if (!text) return {};
  const [, common, personal] = /^(?:q(\d{1,16}))?(?:(?:^|\.)a(\d{1,16}))?$/.exec(text) ?? [];
  if (common === undefined && personal === undefined) return { common: Number.NaN };
  return { common: common === undefined ? undefined : Number(common), personal };
}
