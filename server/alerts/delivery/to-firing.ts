import type { Firing } from '#contract/alerts/alerts.ts';
import type { Instant } from '#contract/units.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';

/** Converts a row to the contract's firing. */
export function toFiring(row: AlertFiringTable): Firing {
  return {
    id: row.id,
    number: row.number,
    alertId: row.alert_id,
    coinId: row.coin_id,
    symbol: row.symbol,
    name: row.name,
    condition: row.condition,
    threshold: row.threshold,
    price: row.price,
    currency: row.currency,
    change24h: row.change_24h,
    source: row.source,
    crossedAfter: toText(row.crossed_after),
    crossedBy: toText(row.crossed_by),
    firedAt: toText(row.fired_at),
    note: row.note,
    seen: row.seen_at !== null,
  };
}

function toText(instant: Instant): string {
  return new Date(instant).toISOString();
}
