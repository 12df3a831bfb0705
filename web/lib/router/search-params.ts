import { useCallback, useMemo } from 'react';
import { type NavigateOptions, useNavigate } from './navigate.ts';
import { useLocation } from './page-location.ts';

type SearchParamsInit = URLSearchParams | Readonly<Record<string, string>>;

type SetSearchParams = (
  next: SearchParamsInit | ((previous: URLSearchParams) => SearchParamsInit),
  options?: NavigateOptions,
) => void;

/** The URL's query. Setting it navigates. */
export function useSearchParams(): [params: URLSearchParams, setParams: SetSearchParams] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback<SetSearchParams>(
    (next, options) => {
      const chosen = typeof next === 'function' ? next(new URLSearchParams(params)) : next;
      const query = new URLSearchParams(chosen).toString();
      navigate(query === '' ? location.pathname : `?${query}`, options);
    },
    [navigate, params],
  );
  return [params, setParams];
}
