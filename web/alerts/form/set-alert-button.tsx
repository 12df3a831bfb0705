import BellPlus from 'lucide-react/icons/bell-plus';
import { getToken } from '#web/accounts/session/session.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import { redirectWithToast } from '#web/ui/overlay/redirect-with-toast.ts';
import button from '#web/ui/styles/button.module.css';
import { useAlertDialog } from './use-alert-dialog.tsx';
import { useRequestedAlert } from './use-requested-alert.ts';

const signUpDelayMs = 1500;

interface SetAlertButtonProps {
  coin: CoinMatch;
  /** In US dollars. The form starts from it, in the page's currency. */
  price: number | null;
}

/** Sets an alert for a coin from its own page. A visitor is redirected to the sign-up page. */
export function SetAlertButton({ coin, price }: SetAlertButtonProps) {
  const { open, prepare, dialog } = useAlertDialog();
  const { isSignedIn, isLoading } = useCurrentUser();
  const navigate = useNavigate();
  const press = () => {
    if (isSignedIn || (isLoading && getToken() !== null)) return open({ coin, price });
    redirectWithToast({
      toast: {
        title: 'Sign In Required',
        description: 'Create a free account to get notified when a price reaches your target',
      },
      to: paths.signUp,
      delay: signUpDelayMs,
      navigate: (to) => navigate(to),
    });
  };
  useRequestedAlert(!isLoading, press);
  return (
    <>
      <button
        type="button"
        className={button.primary}
        aria-haspopup={isSignedIn ? 'dialog' : undefined}
        onPointerEnter={isSignedIn ? prepare : undefined}
        onClick={press}
      >
        <BellPlus className="icon" aria-hidden="true" />
        Set alert
      </button>
      {dialog}
    </>
  );
}
