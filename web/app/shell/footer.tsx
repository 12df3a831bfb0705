import { useMarketStatus } from '#web/market/overview/use-market-status.ts';
import { Socials } from '../../site/socials.tsx';
import { Link } from '../../ui/link.tsx';
import { Brand } from './bar/brand.tsx';
import styles from './footer.module.css';
import { footerLinks } from './nav-links.ts';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className="pageWidth">
        <div className={styles.start}>
          <Brand />
          <nav aria-label="Footer">
            {footerLinks.map(({ label, to }) => (
              <Link key={label} to={to}>
                {label}
              </Link>
            ))}
          </nav>
        </div>
        <div className={styles.end}>
          <Socials />
          <p className="meta">
            <Source />
          </p>
        </div>
      </div>
    </footer>
  );
}

/** The source of the figures; a simulated market never claims to be CoinGecko's. */
function Source() {
  const { isSimulated } = useMarketStatus();
  if (isSimulated) {
    return 'Demo market: simulated prices. Data provided by the built-in simulator, not by CoinGecko.';
  }
  return (
    <>
      Data provided by{' '}
      <a className="link" href="https://www.coingecko.com" target="_blank" rel="noopener">
        CoinGecko
      </a>
    </>
  );
}
