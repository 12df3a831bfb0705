/** What is wrong with the fields of a form, by their names. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

const missing: FieldErrors = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  name: 'Name is required',
  email: 'Email is required',
  subject: 'Subject is required',
  message: 'Message is required',
};

/** What the check of an input reads of its element. */
export type CheckedInput = Pick<HTMLInputElement, 'name' | 'required' | 'value'> & {
  readonly validity: Pick<ValidityState, 'typeMismatch'>;
};

/** Checks what the inputs ask for themselves, `required` and `type`, in the server's own words. */
export function checkInputs(inputs: readonly CheckedInput[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { name, required, value, validity } of inputs) {
    if (required && value.trim() === '') errors[name] = missing[name] ?? 'Required';
    else if (validity.typeMismatch) errors[name] = 'Must be an email address';
  }
  return errors;
}

/** The fields without blanks around their texts, which the keyboards of phones add. */
export function trimFields<F extends object>(fields: F): F {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(entries) as F;
}
