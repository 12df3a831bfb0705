import { type FormEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { ApiError } from '../errors.ts';
import { type CheckedInput, checkInputs, type FieldErrors, trimFields } from './field-errors.ts';

interface ApiFormOptions<F extends FieldValues> {
  /** Omit for server-rendered fields, to keep the text typed before hydration. */
  readonly defaultValues?: DefaultValues<F>;
  /** Checks in addition to the inputs' `required` and `type`. Receives trimmed fields. */
  readonly check?: (fields: F) => FieldErrors;
  /** Sends the checked fields. The form shows the errors it throws. */
  readonly send: (fields: F) => Promise<unknown>;
  /** Why the form as a whole failed, for people. */
  readonly explain: (failure: unknown) => string | null;
  /** The field that shows a server issue; null: none. Defaults to the field of the same name. */
  readonly fieldOfIssue?: (path: string) => FieldPath<F> | null;
}

type FieldProps<Name extends string> = UseFormRegisterReturn<Name> & { readonly error: string | undefined };

export interface ApiForm<F extends FieldValues> {
  readonly form: UseFormReturn<F>;
  /** The props of a `Field` or `TextArea`. Call it in page order, because the first invalid field gets the focus. */
  field<Name extends FieldPath<F>>(name: Name): FieldProps<Name>;
  /** The error of a field. */
  errorOf(name: FieldPath<F>): string | undefined;
  /** Checks and sends the fields, unless a submission is pending. Focuses the first invalid field. */
  onSubmit(event?: FormEvent): void;
  readonly isBusy: boolean;
  /** The last attempt's error; null if there is none. */
  readonly failure: unknown;
  /** Why the last attempt failed, unless the fields show that. */
  readonly error: string | null;
  /** Clears the errors. */
  clearErrors(): void;
}

interface Outcome {
  readonly failure: unknown;
  readonly isShownByFields: boolean;
}

const nothingFailed: Outcome = { failure: null, isShownByFields: false };

/** A form that is checked in the browser and sent to our API. Server issues appear at their fields. */
export function useApiForm<F extends FieldValues>(options: ApiFormOptions<F>): ApiForm<F> {
  const { defaultValues, check, send, explain } = options;
  const isSending = useRef(false);
  const [{ failure, isShownByFields }, setOutcome] = useState(nothingFailed);
  const form = useForm<F>({
    ...(defaultValues && { defaultValues }),
    resolver: createResolver(check),
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = form.formState;
  const errorOf = (name: FieldPath<F>) =>
    form.getFieldState(name, { ...form.formState, errors }).error?.message;
  const submit = form.handleSubmit(async (fields) => {
    setOutcome(nothingFailed);
    try {
      await send(fields);
    } catch (error) {
      setOutcome({ failure: error, isShownByFields: showIssues(form, error, options.fieldOfIssue) });
    }
  });
  return {
    form,
    field: (name) => ({ ...form.register(name), error: errorOf(name) }),
    errorOf,
    onSubmit(event) {
      event?.preventDefault();
      if (isSending.current) return;
      isSending.current = true;
      void submit(event).finally(() => {
        isSending.current = false;
      });
    },
    isBusy: isSubmitting,
    failure,
    error: isShownByFields ? null : explain(failure),
    clearErrors() {
      form.clearErrors();
      setOutcome(nothingFailed);
    },
  };
}

function createResolver<F extends FieldValues>(check: ApiFormOptions<F>['check']): Resolver<F> {
  return (values, _context, { fields }) => {
    const trimmed = trimFields(values);
    const inputs = Object.values(fields).flatMap((field) => (isInput(field?.ref) ? [field.ref] : []));
    const found = Object.entries({ ...checkInputs(inputs), ...check?.(trimmed) });
    const wrong = found.flatMap(([name, message]) =>
      message === undefined ? [] : [[name, { type: 'check', message }]],
    );
    if (wrong.length === 0) return { values: trimmed, errors: {} };
    return { values: {}, errors: Object.fromEntries(wrong) };
  };
}

/** Custom fields, such as the coin picker, are checked in `check`. */
function isInput(ref: unknown): ref is CheckedInput {
  return typeof ref === 'object' && ref !== null && 'validity' in ref;
}

/** Shows the server's issues at their fields and focuses the first. Returns whether the fields show all of them. */
function showIssues<F extends FieldValues>(
  form: UseFormReturn<F>,
  failure: unknown,
  fieldOfIssue: ApiFormOptions<F>['fieldOfIssue'],
): boolean {
  const issues = failure instanceof ApiError ? failure.issues : [];
  const findField = fieldOfIssue ?? ((path) => (path in form.getValues() ? (path as FieldPath<F>) : null));
  const shown = issues.flatMap(({ path, message }) => {
    const field = findField(path);
    return field === null ? [] : [{ field, message }];
  });
  for (const [index, { field, message }] of shown.entries())
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  return issues.length > 0 && shown.length === issues.length;
}
