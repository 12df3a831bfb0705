import { createContext, use } from 'react';
import { dollarMoney, type Money } from './money.ts';

/** How money is shown. Dollars by default. */
export const MoneyContext = createContext<Money>(dollarMoney);

/** Money in the reader's currency. */
export function useMoney(): Money {
  return use(MoneyContext);
}
