import Hexagon from 'lucide-react/icons/hexagon';
import { useState } from 'react';
import { coinLogoPath } from '#web/lib/paths.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import coinLogo from './coin-logo.module.css';

interface CoinLogoProps {
  coinId: string;
  /** Width and height in CSS pixels. */
  size?: number;
  /** True for a logo that is visible immediately and should not wait for hydration. */
  isEager?: boolean;
}

/**
 * A coin's logo, with an empty alt text because it is next to the coin's name. A broken image is replaced by a
 * placeholder of the same size. Unless eager, logos load after hydration, because dozens of requests would delay the
 * figures.
 */
export function CoinLogo({ coinId, size = 26, isEager = false }: CoinLogoProps) {
  const [brokenId, setBrokenId] = useState<string>();
  const isHydrated = useAfterHydration();
  if (brokenId === coinId) return <LogoPlaceholder size={size} />;
  const setBroken = () => setBrokenId(coinId);
  return (
    <img
      className={coinLogo.logo}
      width={size}
      height={size}
      alt=""
      // `loading` counts only if it is set before `src`.
      {...((isEager || isHydrated) && {
        loading: isEager ? 'eager' : 'lazy',
        decoding: 'async',
        src: coinLogoPath(coinId, size > 32 ? 'large' : 'small'),
      })}
      onError={setBroken}
      // A server-rendered image can fail before React attaches `onError`.
      ref={(image) => {
        if (image?.complete && image.src !== '' && image.naturalWidth === 0) setBroken();
      }}
    />
  );
}

function LogoPlaceholder({ size }: { size: number }) {
  const inset = Math.round(size * 0.2);
  return (
    <svg className={coinLogo.logo} width={size} height={size} aria-hidden="true">
      <Hexagon x={inset} y={inset} width={size - 2 * inset} height={size - 2 * inset} strokeWidth={1.75} />
    </svg>
  );
}
