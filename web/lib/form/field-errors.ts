/** The errors of a form's fields, by field name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

const missing: FieldErrors = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  name: 'Name is required',
  email: 'Email is required',
  subject: 'Subject is required',
  message: 'Message is required',
};

/** The properties of an input's element that its check reads. */
export type CheckedInput = Pick<HTMLInputElement, 'name' | 'required' | 'value'> & {
  readonly validity: Pick<ValidityState, 'typeMismatch'>;
};

/** Checks the inputs' own `required` and `type`, with the server's messages. */
export function checkInputs(inputs: readonly CheckedInput[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { name, required, value, validity } of inputs) {
    if (required && value.trim() === '') errors[name] = missing[name] ?? 'Required';
    else if (validity.typeMismatch) errors[name] = 'Must be an email address';
  }
  return errors;
}

/** The fields with surrounding blanks trimmed; phone keyboards add them. */
export function trimFields<F extends object>(fields: F): F {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(entries) as F;
}
