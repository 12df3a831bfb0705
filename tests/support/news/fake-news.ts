import type { NewsStatus } from '#contract/news.ts';
import type { NewsService } from '../../../server/news/service.ts';

/** A news service, switched off unless a test says otherwise. */
export function fakeNews(status: NewsStatus = { state: 'off', asOf: null }): NewsService {
  return {
    status: () => status,
    version: () => '',
    changedAt: () => null,
    listArticles: async () => [],
    listTopics: async () => [],
    reload: async () => undefined,
  };
}
