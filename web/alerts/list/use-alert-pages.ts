import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { alertsQuery } from '../queries.ts';

/**
 * The alerts by page. If a refresh cancels the loading of a page that the user requested, the page is requested again.
 */
export function useAlertPages() {
  const query = useInfiniteQuery(alertsQuery());
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const [wantedPages, setWantedPages] = useState(1);
  const pages = data?.pages.length ?? 0;
  const isWaiting = pages > 0 && pages < wantedPages && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isWaiting && !isFetching) void fetchNextPage();
  }, [isWaiting, isFetching, fetchNextPage]);
  const loadOlder = () => {
    setWantedPages(pages + 1);
    void fetchNextPage();
  };
  return { ...query, isWaiting, loadOlder };
}
