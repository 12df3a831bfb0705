import { Blocks, ExternalLink, GitBranch, Globe } from 'lucide-react';
import type { CoinDetail } from '#contract/market.ts';
import { type CoinLink, listCoinLinks } from './coin-facts.ts';

const kinds: Record<CoinLink['kind'], { label: string; Icon: typeof Globe }> = {
  website: { label: 'Website', Icon: Globe },
  explorer: { label: 'Explorer', Icon: Blocks },
  repository: { label: 'Source repository', Icon: GitBranch },
};

/** Links about the coin; each opens in a new tab. */
export function CoinLinks({ coin }: { coin: CoinDetail }) {
  const links = listCoinLinks(coin.links);
  return (
    <section className="card card-pad coin-links" aria-labelledby="coin-links">
      <h2 className="h3" id="coin-links">
        Links
      </h2>
      {links.length === 0 && (
        <p className="muted">
          {coin.partial ? "The links can't be loaded right now." : `No links are known for ${coin.name}.`}
        </p>
      )}
      {links.map(({ kind, href, text }) => {
        const { label, Icon } = kinds[kind];
        return (
          <a className="linkrow" key={kind} href={href} target="_blank" rel="noopener nofollow">
            <Icon className="i" aria-hidden="true" />
            <span>{label}</span>
            <span className="linkrow-end small muted">{text}</span>
            <ExternalLink className="i i-14" aria-hidden="true" />
            <span className="vh">(opens in a new tab)</span>
          </a>
        );
      })}
    </section>
  );
}
