import { hasFeature, type Tier } from '#contract/plans.ts';
import type { StoredMessage } from './store.ts';

/**
 * `premium`: from a signed-in user whose plan has priority support. `premium address`: sent without signing in, but
 * with the address of such an account, which anyone can type.
 */
export type MessagePriority = 'premium' | 'premium address' | 'none';
const order: readonly MessagePriority[] = ['premium', 'premium address', 'none'];

/** A message from the contact page, as the operator reads it. */
export interface ReceivedMessage extends StoredMessage {
  readonly priority: MessagePriority;
}

/** Puts messages with priority first, and otherwise keeps their order. */
export function orderByPriority(messages: readonly StoredMessage[]): ReceivedMessage[] {
  return messages
    .map((message) => ({ ...message, priority: choosePriority(message) }))
    .toSorted((one, other) => order.indexOf(one.priority) - order.indexOf(other.priority));
}

function choosePriority({ sender_tier, address_tier }: StoredMessage): MessagePriority {
  if (isPreferred(sender_tier)) return 'premium';
  return isPreferred(address_tier) ? 'premium address' : 'none';
}

const isPreferred = (tier: Tier | null) => tier !== null && hasFeature(tier, 'prioritySupport');
