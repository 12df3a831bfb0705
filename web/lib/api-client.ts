/** An answer that was not a success. The message is the status, a colon, a space, and the body (or the status text). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

/** Reads one path of our API and gives its JSON. The server passes its own while it renders a page. */
export type ApiReader = <T>(path: string, signal?: AbortSignal) => Promise<T>;

/** The browser's reader. Throws `ApiError` for anything but a success. */
export const readApi: ApiReader = async <T>(path: string, signal?: AbortSignal): Promise<T> => {
  const response = await fetch(path, { credentials: 'include', ...(signal && { signal }) });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return (await response.json()) as T;
};
