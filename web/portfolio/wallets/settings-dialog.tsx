import { useQuery } from '@tanstack/react-query';
import type { LedgerSettings, Method, Scope } from '#contract/ledger/settings.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import dialog from '#web/ui/overlay/dialog.module.css';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { methodNames, methodRules, scopeNames } from '../methods/method-words.ts';
import { PartFailed } from '../part-failed.tsx';
import { listCurrencies } from '../transaction-form/currencies.ts';
import { useUpdateSettings } from './mutations.ts';
import { settingsQuery } from './queries.ts';
import { WalletList } from './wallet-list.tsx';
import styles from './wallets.module.css';

interface SettingsDialogProps {
  portfolioId: string;
  onClose: () => void;
}

/** A portfolio's ledger settings and wallets. Each change is saved immediately. */
export function SettingsDialog({ portfolioId, onClose }: SettingsDialogProps) {
  const { data: settings, isError, refetch } = useQuery(settingsQuery(portfolioId));
  return (
    <Dialog title="Method, currency and wallets" onClose={onClose}>
      <div className={dialog.body}>
        {settings && <SettingsFields portfolioId={portfolioId} settings={settings} />}
        {!settings && isError && (
          <PartFailed title="The settings could not be loaded" onRetry={() => void refetch()} />
        )}
        {!settings && !isError && <Skeleton height={220} />}
        <WalletList portfolioId={portfolioId} />
      </div>
      {/* Last, so that the first field has the focus. */}
      <DialogClose label="Close" />
    </Dialog>
  );
}

function SettingsFields({ portfolioId, settings }: { portfolioId: string; settings: LedgerSettings }) {
  const { mutate, variables, isPending, error } = useUpdateSettings(portfolioId);
  const wanted = isPending ? variables : {};
  const shown: LedgerSettings = {
    method: wanted.method ?? settings.method,
    scope: wanted.scope ?? settings.scope,
    currency: wanted.currency ?? settings.currency,
  };
  const currencies = Object.fromEntries(listCurrencies(shown.currency).map((each) => [each, each]));
  return (
    <div className={styles.settings} aria-busy={isPending}>
      <FormError message={describeFailure(error, 'The change was not saved')} />
      <div>
        <SelectField<Method>
          label="Method"
          name="method"
          options={methodNames}
          value={shown.method}
          onChange={(method) => mutate({ method })}
        />
        <p className={styles.rule}>
          {methodRules[shown.method]}. A method only decides when gains are realized.
        </p>
      </div>
      <SelectField<Scope>
        label="Lots are matched"
        name="scope"
        options={scopeNames}
        value={shown.scope}
        onChange={(scope) => mutate({ scope })}
      />
      <SelectField
        label="Currency of the figures"
        name="currency"
        options={currencies}
        value={shown.currency}
        onChange={(currency) => mutate({ currency })}
      />
      <p className="visuallyHidden" role="status">
        {isPending ? 'Saving' : ''}
      </p>
    </div>
  );
}
