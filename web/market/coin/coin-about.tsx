import { useLayoutEffect, useRef, useState } from 'react';
import type { CoinDetail } from '#contract/market.ts';
import card from '#web/ui/styles/card.module.css';
import styles from './coin-about.module.css';

/** The first three lines of the coin's description, expandable. */
export function CoinAbout({ coin }: { coin: CoinDetail }) {
  const text = coin.description.en.trim();
  return (
    <section className={`${card.card} ${card.padded} ${styles.about}`} aria-labelledby="coin-about">
      <h2 className="heading3" id="coin-about">
        About {coin.name}
      </h2>
      {/* Keyed, so that each coin's text starts collapsed. */}
      {text ? (
        <CollapsibleText key={coin.id} text={text} />
      ) : (
        <p>
          {coin.partial
            ? 'The description can’t be loaded right now.'
            : `There is no description of ${coin.name} yet.`}
        </p>
      )}
    </section>
  );
}

function CollapsibleText({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = paragraph.current;
    if (!element || isOpen) return;
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <>
      <p className={isOpen ? styles.open : styles.clamped} ref={paragraph} id="coin-about-text">
        {text}
      </p>
      {isCut && (
        <button
          type="button"
          className={`link small ${styles.aboutMore}`}
          aria-expanded={isOpen}
          aria-controls="coin-about-text"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  );
}
