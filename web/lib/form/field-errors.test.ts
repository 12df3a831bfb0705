import { describe, expect, it } from 'vitest';
import { checkInputs, trimFields } from './field-errors.ts';

const input = (name: string, value: string, { required = true, typeMismatch = false } = {}) => ({
  name,
  value,
  required,
  validity: { typeMismatch },
});

describe('the check of inputs', () => {
  it('reports missing fields', () => {
    expect(checkInputs([input('firstName', ' '), input('email', ''), input('other', '')])).toEqual({
      firstName: 'First name is required',
      email: 'Email is required',
      other: 'Required',
    });
  });

  it('reports invalid e-mail addresses', () => {
    expect(checkInputs([input('email', 'ada@', { typeMismatch: true })])).toEqual({
      email: 'Must be an email address',
    });
  });

  it('accepts valid fields', () => {
    expect(checkInputs([input('email', 'ada@example.com'), input('note', '', { required: false })])).toEqual(
      {},
    );
  });
});

it('Fields are trimmed', () => {
  const coin = { id: 'bitcoin' };
  expect(trimFields({ name: ' Ada ', coin, minutes: 60 })).toEqual({ name: 'Ada', coin, minutes: 60 });
});
