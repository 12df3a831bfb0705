import { createContext, use } from 'react';
import { dollarMoney, type Money } from './money.ts';

export const MoneyContext = createContext<Money>(dollarMoney);

/** Money in the reader's currency. */
export function useMoney(): Money {
  return use(MoneyContext);
}
