/** Refreshes that must agree with a held value, after the one that brought it, before it is accepted. */
export const confirmationsNeeded = 2;

/** No coin has ever cost this much: a price above it is a fault, however often it is repeated. */
const maxPrice = 1e12;
const maxFactor = 10;
/** Ten times a price in binary floating point may come out a hair above ten. */
const tolerance = 1 + 1e-9;

/** Whether a price is possible at all, in US dollars. */
export function isPrice(price: number | null | undefined): price is number {
  return typeof price === 'number' && price > 0 && price <= maxPrice;
}

/** Whether two prices are at most ten times apart, up or down. */
export function isWithinTenfold(a: number, b: number): boolean {
  return Math.max(a, b) <= Math.min(a, b) * maxFactor * tolerance;
}
