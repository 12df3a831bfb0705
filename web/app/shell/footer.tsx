import { useMarketStatus } from '#web/market/overview/use-market-status.ts';
import { Socials } from '../../site/socials.tsx';
import { Link } from '../../ui/link.tsx';
import { Brand } from './brand.tsx';
import { footerLinks } from './nav-links.ts';

export function Footer() {
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot-l">
          <Brand />
          <nav aria-label="Footer">
            {footerLinks.map(({ label, to }) => (
              <Link key={label} to={to}>
                {label}
              </Link>
            ))}
          </nav>
        </div>
        <div className="foot-r">
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
