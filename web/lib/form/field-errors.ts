/** The errors of a form's fields, by field name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

const requiredMessages: FieldErrors = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  name: 'Name is required',
  email: 'Email is required',
  subject: 'Subject is required',
  message: 'Message is required',
};

/** The properties of an input element that its check reads. */
export type CheckedInput = Pick<HTMLInputElement, 'name' | 'required' | 'value'> & {
  readonly validity: Pick<ValidityState, 'typeMismatch'>;
};

/** Checks the inputs' `required` and `type`, with the same messages as the server. */
export function checkInputs(inputs: readonly CheckedInput[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { name, required, value, validity } of inputs) {
    if (required && value.trim() === '') errors[name] = requiredMessages[name] ?? 'Required';
    else if (validity.typeMismatch) errors[name] = 'Must be an email address';
  }
  return errors;
}

/** Trims whitespace around the fields, which phone keyboards add. */
export function trimFields<F extends object>(fields: F): F {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(entries) as F;
}
