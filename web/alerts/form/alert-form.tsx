import { type FormEvent, useRef } from 'react';
import { ApiError } from '#web/lib/api-client.ts';
import coinCell from '#web/market/coin-cell.module.css';
import { CoinPicker } from '#web/market/search/coin-picker.tsx';
import button from '#web/ui/button.module.css';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import dialog from '#web/ui/overlay/dialog.module.css';
import { describeCooldown } from '../alert-words.ts';
import { RehearsalPanel } from '../backtest/backtest-panel.tsx';
import { type AlertFields, type AlertSubject, cooldowns, longestNote } from './alert-fields.ts';
import styles from './alert-form.module.css';
import { ConditionFields } from './condition-fields.tsx';
import { useAlertForm } from './use-alert-form.ts';

interface AlertFormProps {
  subject: AlertSubject;
  onLeave: () => void;
  onClose: () => void;
}

/** Asks for a coin, what to wait for, and how often to tell of it. */
export function AlertForm(props: AlertFormProps) {
  const { subject, onClose } = props;
  const form = useAlertForm(props);
  const element = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { fields, errors, saving } = form;
  const isFixed = 'alert' in subject || subject.coin !== null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const inTheWay = form.submit();
    if (inTheWay === 'coinId') picker.current?.focus();
    // The question is there with the next paint.
    else if (inTheWay) requestAnimationFrame(() => focusOn(element.current, inTheWay));
  };

  return (
    <form className={styles.form} ref={element} onSubmit={submit} noValidate>
      <div className={dialog.body}>
        <FormError message={describeRefusal(saving.failure, isFixed)} />
        {isFixed && fields.coin ? (
          <FixedCoin coin={fields.coin} />
        ) : (
          <CoinPicker
            label="Coin"
            value={fields.coin}
            error={errors.coinId}
            field={picker}
            onChange={(coin) => form.change({ ...fields, coin })}
          />
        )}
        <ConditionFields form={form} />
        <RehearsalPanel fields={fields} onLocked={form.leaveFor} />
        <Field
          label="Note"
          name="note"
          autoComplete="off"
          isOptional
          maxLength={longestNote}
          value={fields.note}
          error={errors.note}
          onChange={({ target }) => form.change({ ...fields, note: target.value })}
        />
        <RepeatFields fields={fields} onChange={form.change} />
      </div>
      <div className={dialog.foot}>
        <button type="button" className={button.secondary} onClick={onClose}>
          Cancel
        </button>
        <SubmitButton
          className={button.primary}
          label={'alert' in subject ? 'Save' : 'Create alert'}
          busyLabel={'alert' in subject ? 'Saving...' : 'Creating...'}
          isBusy={saving.isBusy}
        />
      </div>
    </form>
  );
}

function FixedCoin({ coin }: { coin: NonNullable<AlertFields['coin']> }) {
  return (
    <div className={styles.coin}>
      <CoinLogo coinId={coin.id} size={20} />
      <span className={coinCell.name}>{coin.name}</span>
      <span className={coinCell.symbol}>{coin.symbol.toUpperCase()}</span>
    </div>
  );
}

interface RepeatFieldsProps {
  fields: AlertFields;
  onChange: (fields: AlertFields) => void;
}

function RepeatFields({ fields, onChange }: RepeatFieldsProps) {
  const minutes = [...new Set([...cooldowns, fields.cooldownMinutes])].sort((a, b) => a - b);
  const rests = Object.fromEntries(minutes.map((each) => [String(each), `Once ${describeCooldown(each)}`]));
  return (
    <div className={styles.terms}>
      <SelectField
        label="Fires"
        name="repeat"
        options={{ once: 'Once', every: 'Every time' }}
        value={fields.repeat}
        onChange={(repeat) => onChange({ ...fields, repeat })}
      />
      {fields.repeat === 'every' && (
        <SelectField
          label="At most"
          name="cooldownMinutes"
          options={rests}
          value={String(fields.cooldownMinutes)}
          onChange={(each) => onChange({ ...fields, cooldownMinutes: Number(each) })}
        />
      )}
    </div>
  );
}

function focusOn(form: HTMLFormElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]:is(:checked, :not([type="radio"]))`)?.focus();
}

/** Why it was not saved, where no field says so. */
function describeRefusal(failure: unknown, isCoinFixed: boolean): string | null {
  if (failure === undefined) return null;
  if (!(failure instanceof ApiError))
    return 'The alert was not saved. Please check the connection and try again.';
  const { issues = [], message } = failure.answer;
  const shown = isCoinFixed ? ['threshold', 'note'] : ['coinId', 'threshold', 'note'];
  if (issues.length > 0 && issues.every(({ path }) => shown.includes(path))) return null;
  return `The alert was not saved. ${issues[0]?.message ?? message ?? 'Please try again.'}`;
}
