import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import { formatPercent } from '#web/lib/formats.ts';
import { currencyOf } from '#web/lib/money/currency.ts';
import { formatPrice } from '#web/lib/money/money-formats.ts';
import type { CoinQuote } from '#web/market/live/coin-quotes.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { conditionNames } from '../alert-words.ts';
import { describeDistance, holdsNow } from '../list/alert-distance.ts';
import { type AlertFields, withCondition, withThreshold } from './alert-fields.ts';
import styles from './alert-form.module.css';
import { ThresholdChips } from './threshold-chips.tsx';
import { ThresholdField } from './threshold-field.tsx';
import type { AlertFormState } from './use-alert-form.ts';
import { WhenTrueQuestion } from './when-true-question.tsx';

/** The condition and its threshold, with the current price. */
export function ConditionFields({ form }: { form: AlertFormState }) {
  const { api, fields, quote, question, change } = form;
  const price = quote?.price ?? null;
  return (
    <div className={styles.terms}>
      <SelectField
        label="Condition"
        name="condition"
        options={conditionNames}
        value={fields.condition}
        onChange={(condition) => change(withCondition(fields, condition, price))}
      />
      <ThresholdField
        control={api.form.control}
        fields={fields}
        error={api.errorOf('threshold')}
        onChange={(threshold) => change(withThreshold(fields, threshold, price))}
      />
      <ThresholdChips fields={fields} price={price} onChange={change} />
      <p className={`${styles.current} small muted`}>
        <NowLine fields={fields} quote={quote} />
      </p>
      {question && fields.coin && (
        <WhenTrueQuestion
          sentence={alreadyMetSentence(fields, quote)}
          takesFocus={question === 'on submit'}
          value={fields.whenTrue}
          onChange={(whenTrue) => change({ ...fields, whenTrue })}
        />
      )}
    </div>
  );
}

/** The current price, its age, and the threshold's distance from it. */
function NowLine({ fields, quote }: { fields: AlertFields; quote: CoinQuote | null }) {
  if (!fields.coin) return null;
  if (!quote) return <span>No price right now.</span>;
  const isFar = fields.threshold.trim() !== '' && !holdsNow(fields, quote);
  const distance = isFar && describeDistance(fields, quote);
  return (
    <>
      <span className="figures">
        Now {describeFigure(fields, quote)}
        {distance && `, ${distance}`}
      </span>
      <Freshness />
    </>
  );
}

/** Without a figure while the quote is loading, as when a draft is reopened. */
function alreadyMetSentence(fields: AlertFields, quote: CoinQuote | null): string {
  if (!quote) return 'The condition is already met.';
  const figure = describeFigure(fields, quote);
  const state = isAboutPrice(fields.condition) ? `is at ${figure} now` : `has changed by ${figure}`;
  return `${fields.coin?.name} ${state}: the condition is already met.`;
}

/** The current price or 24h change, depending on the condition. */
function describeFigure({ condition, currency }: AlertFields, { price, change24h }: CoinQuote): string {
  return isAboutPrice(condition)
    ? formatPrice(price, currencyOf(currency))
    : `${formatPercent(change24h)} in 24h`;
}
