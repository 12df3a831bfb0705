/*
 * Names for strings and numbers that could be swapped unnoticed. A plain string or number is assignable to any of them, but
 * a `CoinId` is not assignable to a `DecimalText`.
 */
declare const unit: unique symbol;
type Unit<Base extends string | number, Name extends string> = Base & { readonly [unit]?: Name };

/** The data provider's id of a coin, such as `bitcoin`; not a symbol such as BTC. */
export type CoinId = Unit<string, 'coin id'>;

/** A decimal number as text, such as `0.10`: amounts and money, with every digit kept. */
export type DecimalText = Unit<string, 'decimal'>;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = Unit<number, 'instant'>;

/** A span of time in milliseconds. */
export type Milliseconds = Unit<number, 'milliseconds'>;

/** Hundredths: 12.5 is 12.5 %. */
export type Percent = Unit<number, 'percent'>;

/** Hundredths of a dollar, whole. */
export type Cents = Unit<number, 'cents'>;
