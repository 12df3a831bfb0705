import { describe, expect, it } from 'vitest';
import { exactAmountTitle, formatAmount, formatShortAmount } from '#web/lib/decimal-formats.ts';
import { hiddenFigure } from '#web/lib/hidden-amounts.ts';
import { fitAmount } from './fit-amount.ts';

const own = { amount: formatAmount, shortAmount: formatShortAmount, amountTitle: exactAmountTitle };

describe('an amount in a list', () => {
  it('is shown with all its digits if they fit', () => {
    expect(fitAmount(own, '0.12345678')).toEqual({ text: '0.12345678', title: undefined });
    expect(fitAmount(own, '12345.6789')).toEqual({ text: '12,345.6789', title: undefined });
    expect(fitAmount(own, '1234.56789')).toEqual({ text: '1,234.5679', title: '1,234.56789' });
  });

  it('is short otherwise, with every digit in its tooltip', () => {
    expect(fitAmount(own, '123456789.12345678')).toEqual({ text: '123.46M', title: '123,456,789.12345678' });
    expect(fitAmount(own, '123456.7891')).toEqual({ text: '123,457', title: '123,456.7891' });
  });

  it('has no tooltip while amounts are hidden', () => {
    const hide = () => hiddenFigure;
    const hidden = { amount: hide, shortAmount: hide, amountTitle: () => undefined };
    expect(fitAmount(hidden, '123456789.12345678')).toEqual({ text: hiddenFigure, title: undefined });
  });
});
