import { useMoney } from '#web/lib/money/money-context.ts';
import { useMarketStatus } from '#web/market/overview/use-market-status.ts';
import { Socials } from '#web/site/socials.tsx';
import { Link } from '#web/ui/link.tsx';
import { openOverlay, prepareOverlay } from '#web/ui/overlay/overlays.ts';
import { Brand } from './bar/brand.tsx';
import styles from './footer.module.css';
import { footerLinks } from './nav-links.ts';

/** The foot of every page: links, the currency, and the source of the figures. */
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
          <CurrencyButton />
          <p className="meta">
            <Source />
          </p>
        </div>
      </div>
    </footer>
  );
}

/** Shows the currency of all figures, and opens the choice of another. */
function CurrencyButton() {
  const { code } = useMoney().currency;
  return (
    <button
      type="button"
      className={styles.currency}
      aria-haspopup="dialog"
      onPointerEnter={() => prepareOverlay('currency')}
      onClick={() => openOverlay('currency')}
    >
      Currency: {code.toUpperCase()}
    </button>
  );
}

/** The source of the figures. A simulated market must never be attributed to CoinGecko. */
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
