import Blocks from 'lucide-react/icons/blocks';
import ExternalLink from 'lucide-react/icons/external-link';
import GitBranch from 'lucide-react/icons/git-branch';
import Globe from 'lucide-react/icons/globe';
import type { CoinDetail } from '#contract/market.ts';
import card from '#web/ui/styles/card.module.css';
import styles from './coin-links.module.css';
import { type CoinLink, listCoinLinks } from './list-coin-links.ts';

const kinds: Record<CoinLink['kind'], { label: string; Icon: typeof Globe }> = {
  website: { label: 'Website', Icon: Globe },
  explorer: { label: 'Explorer', Icon: Blocks },
  repository: { label: 'Source repository', Icon: GitBranch },
};

/** External links about the coin; each opens a new tab. */
export function CoinLinks({ coin }: { coin: CoinDetail }) {
  const links = listCoinLinks(coin.links);
  return (
    <section className={`${card.card} ${card.padded} ${styles.links}`} aria-labelledby="coin-links">
      <h2 className="heading3" id="coin-links">
        Links
      </h2>
      {links.length === 0 && (
        <p className="muted">
          {coin.partial ? 'The links can’t be loaded right now.' : `No links are known for ${coin.name}.`}
        </p>
      )}
      {links.map(({ kind, href, text }) => {
        const { label, Icon } = kinds[kind];
        return (
          <a className={styles.linkRow} key={kind} href={href} target="_blank" rel="noopener nofollow">
            <Icon className="icon" aria-hidden="true" />
            <span>{label}</span>
            <span className={`${styles.linkRowEnd} small muted`} title={text}>
              {text}
            </span>
            <ExternalLink className="icon iconSmall" aria-hidden="true" />
            <span className="visuallyHidden">(opens in a new tab)</span>
          </a>
        );
      })}
    </section>
  );
}
