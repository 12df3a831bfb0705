import { ApiError } from '../api-client.ts';

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

/** Checks what was typed; the server's own words. */
export function checkFields(form: HTMLFormElement): FieldErrors {
  const errors: Record<string, string> = {};
  for (const input of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (input.required && input.value.trim() === '') errors[input.name] = missing[input.name] ?? 'Required';
    else if (input.validity.typeMismatch) errors[input.name] = 'Must be an email address';
  }
  return errors;
}

/** What was typed, by the names of the fields, without blanks around it. */
export function readFields(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) fields[name] = String(value).trim();
  return fields;
}

/** What the server found wrong with single fields. */
export function fieldErrorsOf(failure: unknown): FieldErrors {
  const issues = failure instanceof ApiError ? (failure.answer.issues ?? []) : [];
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
}

/**
 * Why a call failed, for people: the server's own words where it gave any, else `what` ("Sign up failed"), and that
 * trying again may help where it could not be reached. Null where nothing failed.
 */
export function describeFailure(failure: unknown, what: string): string | null {
  if (failure === undefined) return null;
  return failure instanceof ApiError ? (failure.answer.message ?? what) : `${what}. Please try again.`;
}
