import { useHydrated } from '../lib/use-hydrated.ts';

/** The publisher of an article, with its mark from our own server. */
export function SourceName({ name }: { name: string }) {
  // The words come first: a list has many marks, and few different ones.
  const isHydrated = useHydrated();
  return (
    <span className="art-source">
      <img
        src={isHydrated ? `/images/sources/${encodeURIComponent(name)}` : undefined}
        width={16}
        height={16}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <b>{name}</b>
    </span>
  );
}
