import Bell from 'lucide-react/icons/bell';
import Bot from 'lucide-react/icons/bot';
import Calculator from 'lucide-react/icons/calculator';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import KeyRound from 'lucide-react/icons/key-round';
import Landmark from 'lucide-react/icons/landmark';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import SquareCheckBig from 'lucide-react/icons/square-check-big';
import TrendingDown from 'lucide-react/icons/trending-down';
import Waves from 'lucide-react/icons/waves';

const pictures: Readonly<Record<string, typeof Bell>> = {
  '🏦': Landmark,
  '🔐': LockKeyhole,
  '🤖': Bot,
  '🌊': Waves,
  '🔔': Bell,
  '🧮': Calculator,
  '🔑': KeyRound,
  '📋': ClipboardList,
  '📉': TrendingDown,
  '✅': SquareCheckBig,
};

/** Draws an emoji, for devices without an emoji font. One without a drawing stays text. */
export function EmojiPicture({ emoji, className }: { emoji: string; className: string | undefined }) {
  const Picture = pictures[emoji];
  return (
    <span className={className} aria-hidden="true">
      {Picture ? <Picture size="1em" strokeWidth={1.75} /> : emoji}
    </span>
  );
}
