/*
 * Names for texts and numbers that could be swapped without the compiler's notice. A plain text or number fits where
 * one of these is wanted; a `CoinId` does not fit where a `DecimalText` is.
 */
declare const unit: unique symbol;
type Unit<Base extends string | number, Name extends string> = Base & { readonly [unit]?: Name };

/** The data provider's id of a coin, such as `bitcoin`. A symbol such as BTC is none. */
export type CoinId = Unit<string, 'coin id'>;

/** A decimal number as text, such as `0.10`: amounts and money, kept digit for digit. */
export type DecimalText = Unit<string, 'decimal'>;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = Unit<number, 'instant'>;

/** A span of time in milliseconds. */
export type Milliseconds = Unit<number, 'milliseconds'>;

/** Hundredths: 12.5 is 12.5 %. */
export type Percent = Unit<number, 'percent'>;

/** Hundredths of a dollar, whole. */
export type Cents = Unit<number, 'cents'>;
