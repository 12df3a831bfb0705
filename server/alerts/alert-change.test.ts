import { describe, expect, it } from 'vitest';
import type { UpdateAlert } from '#contract/alerts/alerts.ts';
import { fakeAlert } from '../../tests/support/alerts/alert-rows.ts';
import { planChange } from './alert-change.ts';

const active = fakeAlert();
const plan = (request: UpdateAlert, alert = active) => planChange(alert, request);

describe('a change of an alert', () => {
  it('arms an alert that becomes active, and checks the limit only then', () => {
    for (const status of ['paused', 'triggered'] as const) {
      const planned = plan({ status: 'active' }, fakeAlert({ status }));
      expect(planned).toEqual({
        outcome: 'change',
        set: { status: 'active', when_true: 'wait' },
        needsLimitCheck: true,
        shouldArm: true,
      });
    }
    expect(plan({ status: 'active' })).toMatchObject({ needsLimitCheck: false, shouldArm: false });
  });

  it('checks the limit when a triggered alert is paused', () => {
    expect(plan({ status: 'paused' }, fakeAlert({ status: 'triggered' }))).toMatchObject({
      needsLimitCheck: true,
    });
    for (const status of ['paused', 'active'] as const)
      expect(plan({ status: 'paused' }, fakeAlert({ status }))).toMatchObject({ needsLimitCheck: false });
    expect(plan({ note: 'Sell' }, fakeAlert({ status: 'triggered' }))).toMatchObject({
      needsLimitCheck: false,
    });
  });

  it.each([
    [{ threshold: '120' }],
    [{ condition: 'price_below' }],
    [{ whenTrue: 'fire' }],
    [{ condition: 'change_24h_below', threshold: '-5' }],
  ] satisfies [UpdateAlert][])('arms an active alert again on %j', (request) => {
    expect(plan(request)).toMatchObject({ shouldArm: true, needsLimitCheck: false });
  });

  it.each([
    [{ note: 'Sell' }],
    [{ repeat: 'every', cooldownMinutes: 90 }],
    [{ status: 'paused', threshold: '120' }],
    [{ threshold: '110' }],
    [{ whenTrue: 'wait' }],
  ] satisfies [UpdateAlert][])('arms nothing on %j', (request) => {
    expect(plan(request)).toMatchObject({ shouldArm: false });
  });

  it('does not arm an alert that stays inactive', () => {
    for (const status of ['paused', 'triggered'] as const) {
      expect(plan({ threshold: '120', whenTrue: 'fire' }, fakeAlert({ status }))).toMatchObject({
        set: { threshold: '120' },
        shouldArm: false,
      });
    }
  });

  it('arms an alert again when whenTrue goes from fire to wait', () => {
    expect(plan({ whenTrue: 'wait' }, fakeAlert({ when_true: 'fire' }))).toMatchObject({
      shouldArm: true,
      set: { when_true: 'wait' },
    });
  });

  it('requires a threshold that is valid for the condition', () => {
    expect(plan({ threshold: '-5' })).toEqual({ outcome: 'invalid', message: 'Must be a positive number' });
    expect(plan({ condition: 'change_24h_above' })).toEqual({
      outcome: 'invalid',
      message: 'Threshold is required',
    });
    const change = fakeAlert({ condition: 'change_24h_above', threshold: '5' });
    expect(plan({ condition: 'price_above' }, change)).toMatchObject({ outcome: 'invalid' });
    expect(plan({ threshold: '-5' }, change)).toMatchObject({ set: { threshold: '-5' } });
  });
});
