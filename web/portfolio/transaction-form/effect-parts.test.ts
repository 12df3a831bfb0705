import { describe, expect, it } from 'vitest';
import type { LedgerHolding, Match, Preview } from '#contract/ledger/figures.ts';
import { readEffect } from './effect-parts.ts';

const held = (coinId: string, amount: string, costBasis: string | null, problems: string[] = []) =>
  ({
    coinId,
    symbol: coinId.slice(0, 3),
    amount,
    costBasis,
    problems: problems.map((message) => ({ kind: 'unknown_cost', message, transactionId: null })),
  }) as unknown as LedgerHolding;
const match: Match = { transactionId: 't1', acquiredAt: null, amount: '1', cost: '10', rule: 'lot' };
const by = (method: Preview['methods'][number]['method'], gain: string, matches = [match]) => ({
  method,
  scope: 'portfolio' as const,
  proceeds: '20',
  cost: '10',
  gain,
  matches,
  matchCount: matches.length,
});
const none = { adds: [] };
const settings = { method: 'lifo', scope: 'portfolio' } as const;

describe('what a transaction would do', () => {
  it('is given by the method in use, compared with the other methods', () => {
    const preview: Preview = {
      ...none,
      methods: [by('fifo', '10'), by('lifo', '5'), { ...by('fifo', '1'), scope: 'wallet' }],
      holdings: { before: [held('bitcoin', '2', '20')], after: [held('bitcoin', '1', '10', ['short'])] },
    };
    const effect = readEffect(preview, 'sell', settings);
    expect(effect.disposal?.gain).toBe('5');
    expect(effect.others.map(({ gain }) => gain)).toEqual(['10']);
    expect(effect.added).toEqual([]);
    expect(effect.problems.map(({ message }) => message)).toEqual(['short']);
  });

  it('includes a problem that another transaction already has, once', () => {
    const [before, after] = [held('bitcoin', '-1', '0'), held('bitcoin', '-3', '0')].map((holding, more) => ({
      ...holding,
      problems: ['old', 'new', 'later'].slice(0, 1 + 2 * more).map((transactionId) => ({
        ...{ kind: 'unknown_cost' as const, message: 'No cost', transactionId },
      })),
    }));
    const problemsOf = (holdings: Preview['holdings']) =>
      readEffect({ ...none, methods: [by('lifo', '0')], holdings }, 'sell', settings).problems;
    expect(problemsOf({ before: [before!], after: [after!] })).toMatchObject([
      { message: 'No cost', transactionId: 'new' },
    ]);
    expect(problemsOf({ before: [after!], after: [after!] })).toEqual([]);
  });

  it('is by share pooling where that is in use, also if each wallet has its own lots', () => {
    const inWallet = (effect: ReturnType<typeof by>) => ({ ...effect, scope: 'wallet' as const });
    const preview: Preview = {
      ...none,
      methods: [
        by('fifo', '10'),
        inWallet(by('fifo', '9')),
        by('lifo', '8'),
        inWallet(by('lifo', '7')),
        by('uk', '1'),
      ],
      holdings: { before: [], after: [] },
    };
    const gainsBy = (method: 'uk' | 'specific') => {
      const { disposal, others } = readEffect(preview, 'sell', { method, scope: 'wallet' });
      return [disposal?.gain, others.map(({ gain }) => gain)];
    };
    expect(gainsBy('uk')).toEqual(['1', ['9', '7']]);
    // No lots are named, so the first one of the wallet is used.
    expect(gainsBy('specific')).toEqual(['9', ['7', '1']]);
  });

  it('has the gain of a gift’s fee in coins', () => {
    const preview: Preview = { ...none, methods: [by('lifo', '0.5')], holdings: { before: [], after: [] } };
    expect(readEffect(preview, 'gift_out', settings)).toMatchObject({
      hasGain: true,
      disposal: { gain: '0.5' },
    });
  });

  it('shows no gain for a gift', () => {
    const preview: Preview = {
      ...none,
      methods: [by('lifo', '0'), by('fifo', '0')],
      holdings: { before: [], after: [] },
    };
    const effect = readEffect(preview, 'gift_out', settings);
    expect(effect.disposal).not.toBeNull();
    expect([effect.hasGain, effect.others]).toEqual([false, []]);
  });

  it('names the coins it adds with their own cost, whatever later sales take from them', () => {
    const preview: Preview = {
      methods: [by('lifo', '0', [])],
      adds: [
        { coinId: 'bitcoin', amount: '0.25', cost: '12.5' },
        { coinId: 'ethereum', amount: '2', cost: null },
      ],
      holdings: {
        // Stored sales already take from the new lot of bitcoin.
        before: [held('bitcoin', '-0.1', null), held('ethereum', '1', '9', ['old'])],
        after: [held('bitcoin', '0.15', '7.5'), held('ethereum', '3', null, ['old'])],
      },
    };
    const effect = readEffect(preview, 'buy', settings);
    expect(effect.disposal).toBeNull();
    expect(effect.added).toEqual([
      { coinId: 'bitcoin', symbol: 'bit', amount: '0.25', cost: '12.5' },
      { coinId: 'ethereum', symbol: 'eth', amount: '2', cost: null },
    ]);
    expect(effect.problems).toEqual([]);
    const typed = { id: 'bitcoin', name: 'Bitcoin', symbol: 'btc', market_cap_rank: null };
    expect(readEffect(preview, 'buy', settings, [typed]).added[0]?.symbol).toBe('btc');
    const { adds: _, ...older } = preview;
    expect(readEffect(older, 'buy', settings).added).toEqual([]);
  });
});
