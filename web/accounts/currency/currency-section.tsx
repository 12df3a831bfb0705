import { currencyName } from '#web/lib/money/currency-names.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { openOverlay, prepareOverlay } from '#web/ui/overlay/overlays.ts';
import button from '#web/ui/styles/button.module.css';
import styles from '../settings/account.module.css';
import { AccountSection } from '../settings/account-section.tsx';

/** The account setting for the currency of all figures. */
export function CurrencySection() {
  const { code } = useMoney().currency;
  return (
    <AccountSection
      title="Currency"
      description="All figures are shown in this currency, wherever you are signed in. A portfolio may have a currency of its own."
    >
      <p>
        <b>{code.toUpperCase()}</b> <span className="muted">{currencyName(code)}</span>
      </p>
      <button
        type="button"
        className={`${button.secondary} ${styles.selfStart}`}
        aria-haspopup="dialog"
        onPointerEnter={() => prepareOverlay('currency')}
        onClick={() => openOverlay('currency')}
      >
        Change currency
      </button>
    </AccountSection>
  );
}
