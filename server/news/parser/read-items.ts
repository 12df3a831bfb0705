import { parseFeed } from 'feedsmith';

/** An unprocessed feed item: the common fields of all formats. */
export interface RawItem {
  readonly guid?: string | undefined;
  /** The first one that leads to a page is used. */
  readonly links: readonly (string | undefined)[];
  readonly title?: string | undefined;
  /** The first one that is not empty is used. */
  readonly summaries: readonly (string | undefined)[];
  readonly dates: readonly (string | undefined)[];
  readonly tags?: readonly (string | undefined)[] | undefined;
}

interface RawFeed {
  readonly title?: string | undefined;
  readonly items: readonly RawItem[];
}

const parseAny = (text: string, maxItems: number) => parseFeed(text, { maxItems });
type AnyFeed = ReturnType<typeof parseAny>;
type FeedOf<F> = Extract<AnyFeed, { format: F }>['feed'];

/** The items of an RSS, RDF, Atom or JSON feed. Throws if the text is not a feed. */
export function readItems(text: string, maxItems: number): RawFeed {
  const parsed = parseAny(text, maxItems);
  const { title } = parsed.feed;
  return { title: typeof title === 'object' ? title.value : title, items: listItems(parsed) };
}

function listItems(parsed: AnyFeed): RawItem[] {
  if (parsed.format === 'rss') return readRss(parsed.feed.items);
  if (parsed.format === 'rdf') return readRdf(parsed.feed.items);
  return parsed.format === 'atom' ? readAtom(parsed.feed.entries) : readJson(parsed.feed.items);
}

function readRss(items: FeedOf<'rss'>['items'] = []): RawItem[] {
  return items.map((item) => ({
    guid: item.guid?.value,
    links: [item.link, item.guid?.isPermaLink === false ? undefined : item.guid?.value],
    title: item.title,
    summaries: [item.description, item.content?.encoded],
    dates: [item.pubDate, item.dc?.dates?.[0]],
    tags: item.categories?.map((category) => category.name),
  }));
}

function readRdf(items: FeedOf<'rdf'>['items'] = []): RawItem[] {
  return items.map((item) => ({
    guid: item.rdf?.about,
    links: [item.link, item.rdf?.about],
    title: item.title,
    summaries: [item.description, item.content?.encoded],
    dates: [item.dc?.dates?.[0]],
    tags: item.dc?.subjects,
  }));
}

function readAtom(entries: FeedOf<'atom'>['entries'] = []): RawItem[] {
  return entries.map((entry) => ({
    guid: entry.id,
    links: [
      entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href,
      // For entries whose text is on another page and that have no other link.
      entry.content?.src,
      entry.id,
    ],
    title: entry.title?.value,
    summaries: [entry.summary?.value, entry.content?.value, entry.media?.groups?.[0]?.description?.value],
    dates: [entry.published, entry.updated],
    tags: entry.categories?.map(({ label, term }) => label ?? term),
  }));
}

function readJson(items: FeedOf<'json'>['items'] = []): RawItem[] {
  return items.map((item) => ({
    guid: item.id,
    links: [item.url, item.external_url],
    title: item.title,
    summaries: [item.summary, item.content_text, item.content_html],
    dates: [item.date_published, item.date_modified],
    tags: item.tags,
  }));
}
