import { useController } from 'react-hook-form';
import coinCell from '#web/market/coin-cell.module.css';
import { CoinPicker } from '#web/market/search/coin-picker.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import dialog from '#web/ui/overlay/dialog.module.css';
import button from '#web/ui/styles/button.module.css';
import { describeCooldown } from '../alert-words.ts';
import { BacktestPanel } from '../backtest/backtest-panel.tsx';
import {
  type AlertFields,
  type AlertSubject,
  cooldowns,
  isCoinFixed,
  maxNoteLength,
  withCoin,
} from './alert-fields.ts';
import styles from './alert-form.module.css';
import { ConditionFields } from './condition-fields.tsx';
import { useAlertForm } from './use-alert-form.ts';

interface AlertFormProps {
  subject: AlertSubject;
  onLeave: () => void;
  onClose: () => void;
}

/** Asks for a coin, a condition, and how often to fire. */
export function AlertForm(props: AlertFormProps) {
  const { subject, onClose } = props;
  const state = useAlertForm(props);
  const { api, fields, change } = state;
  const { field: picker } = useController({ control: api.form.control, name: 'coin' });
  const isEdit = 'alert' in subject;
  const note = api.field('note');
  return (
    <form className={styles.form} onSubmit={api.onSubmit} noValidate>
      <div className={dialog.body}>
        <FormError message={api.error} />
        {isCoinFixed(subject) && fields.coin ? (
          <FixedCoin coin={fields.coin} />
        ) : (
          <CoinPicker
            label="Coin"
            value={fields.coin}
            error={api.errorOf('coin')}
            field={picker.ref}
            onChange={(coin) => change(withCoin(fields, coin))}
          />
        )}
        <ConditionFields form={state} />
        <BacktestPanel fields={fields} onLocked={state.leaveFor} />
        <Field
          label="Note"
          {...note}
          autoComplete="off"
          isOptional
          maxLength={maxNoteLength}
          onChange={({ target }) => change({ ...fields, note: target.value })}
        />
        <RepeatFields fields={fields} onChange={change} />
      </div>
      <div className={`${dialog.foot} ${styles.foot}`}>
        <button type="button" className={button.secondary} onClick={onClose}>
          Cancel
        </button>
        <SubmitButton
          className={button.primary}
          label={isEdit ? 'Save' : 'Create alert'}
          busyLabel={isEdit ? 'Saving…' : 'Creating…'}
          isBusy={api.isBusy}
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
  const options = Object.fromEntries(minutes.map((each) => [String(each), `Once ${describeCooldown(each)}`]));
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
          options={options}
          value={String(fields.cooldownMinutes)}
          onChange={(each) => onChange({ ...fields, cooldownMinutes: Number(each) })}
        />
      )}
    </div>
  );
}
