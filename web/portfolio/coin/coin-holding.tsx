import { decimalVariant, formatDecimalMoney } from '#web/lib/decimal-formats.ts';
import change from '#web/ui/change.module.css';
import { useOwnFigures } from '../own-figures.ts';
import styles from './coin-holding.module.css';
import type { CoinHolding as Holding } from './sum-coin-holding.ts';

/** The user's holding of a coin: amount, value, average cost and unrealized gain. */
export function CoinHolding({ holding, symbol }: { holding: Holding; symbol: string }) {
  const { currency, amount, value, averageCost, unrealized, lacksRate } = holding;
  const own = useOwnFigures();
  return (
    <dl className={styles.holding} data-part="coin-holding">
      <div>
        <dt>You hold</dt>
        <dd className="figures">
          {own.amount(amount)} {symbol.toUpperCase()}
        </dd>
      </div>
      <div>
        <dt>Value</dt>
        <dd className="figures">{own.money(value, currency)}</dd>
      </div>
      {averageCost !== null && (
        <div>
          <dt title={currency === 'USD' ? undefined : `In ${currency}, each payment at the rate of its day`}>
            Average cost
          </dt>
          <dd className="figures">{formatDecimalMoney(averageCost, currency)}</dd>
        </div>
      )}
      {averageCost === null && !lacksRate && (
        <div>
          <dt>Average cost</dt>
          <dd>No cost recorded</dd>
        </div>
      )}
      {unrealized !== null && (
        <div>
          <dt>Unrealized</dt>
          <dd>
            <span className={change.change} data-variant={decimalVariant(unrealized)}>
              <span>{own.change(unrealized, currency)}</span>
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}
