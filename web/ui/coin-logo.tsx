import Hexagon from 'lucide-react/icons/hexagon';
import { useState } from 'react';
import { coinLogoPath } from '../lib/paths.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import coinLogo from './coin-logo.module.css';

interface CoinLogoProps {
  coinId: string;
  /** Edge of the box in CSS pixels. */
  size?: number;
  /** True where the logo stands in the first view and should not wait. */
  isEager?: boolean;
}

/**
 * A coin's logo beside its name, hence without a text of its own. A broken image becomes a placeholder of the same box.
 * Logos wait for the scripts unless they are eager: a browser asks for dozens at once, and the figures come first.
 */
export function CoinLogo({ coinId, size = 26, isEager = false }: CoinLogoProps) {
  const [brokenId, setBrokenId] = useState<string>();
  const isHydrated = useHydrated();
  if (brokenId === coinId) return <LogoPlaceholder size={size} />;
  const setBroken = () => setBrokenId(coinId);
  return (
    <img
      className={coinLogo.logo}
      src={isEager || isHydrated ? coinLogoPath(coinId, size > 32 ? 'large' : 'small') : undefined}
      width={size}
      height={size}
      alt=""
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      onError={setBroken}
      // An image of the server's page can fail before React listens.
      ref={(image) => {
        if (image?.complete && image.src !== '' && image.naturalWidth === 0) setBroken();
      }}
    />
  );
}

function LogoPlaceholder({ size }: { size: number }) {
  const inset = Math.round(size * 0.2);
  return (
    <svg className={`${coinLogo.logo} ${coinLogo.placeholder}`} width={size} height={size} aria-hidden="true">
      <Hexagon x={inset} y={inset} width={size - 2 * inset} height={size - 2 * inset} strokeWidth={1.75} />
    </svg>
  );
}
