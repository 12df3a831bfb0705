/*
 * Nominal types for strings and numbers that could be mixed up. A plain string or number can be assigned to any of
 * them, but a `CoinId` can't be assigned to a `DecimalText`.
 */
declare const unit: unique symbol;
type Unit<Base extends string | number, Name extends string> = Base & { readonly [unit]?: Name };

/** The data provider's id of a coin, such as `bitcoin`; not a symbol such as BTC. */
export type CoinId = Unit<string, 'coin id'>;

/** A decimal number as text with all its digits, such as `0.10`; used for amounts and money. */
export type DecimalText = Unit<string, 'decimal'>;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = Unit<number, 'instant'>;

/** A span of time in milliseconds. */
export type Milliseconds = Unit<number, 'milliseconds'>;

/** A percentage: 12.5 means 12.5%, not 0.125. */
export type Percent = Unit<number, 'percent'>;

/** Whole US cents. */
export type Cents = Unit<number, 'cents'>;
