import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/**
 * Renders a hook once, without a browser, and returns its result. Returned functions work, but state does not change.
 */
export function renderHook<Result>(client: QueryClient, useHook: () => Result): Result {
  const results: Result[] = [];
  const probe = createElement(Probe<Result>, { useHook, onResult: (result) => results.push(result) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, probe));
  const [result] = results;
  if (result === undefined) throw new Error('The hook was not rendered.');
  return result;
}

interface ProbeProps<Result> {
  useHook: () => Result;
  onResult: (result: Result) => void;
}

function Probe<Result>({ useHook, onResult }: ProbeProps<Result>) {
  onResult(useHook());
  return null;
}
