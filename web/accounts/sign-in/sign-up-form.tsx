import { useNavigate } from 'react-router';
import { useCheckedForm } from '#web/lib/form/use-checked-form.ts';
import card from '#web/ui/card.module.css';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { storeToken } from '../session/session.ts';
import { NameFields } from './name-fields.tsx';
import { signUp } from './sign-in-calls.ts';

/** Makes an account, signs in to it, and goes on to `next`. */
export function SignUpForm({ next }: { next: string }) {
  const navigate = useNavigate();
  const { onSubmit, isBusy, errors, error } = useCheckedForm('Sign up failed', async (fields) => {
    const { firstName = '', lastName = '', email = '' } = fields;
    storeToken(await signUp({ firstName, lastName, email }));
    await navigate(next, { replace: true });
  });
  return (
    <form className={`${card.card} ${card.padded} stack`} method="post" onSubmit={onSubmit} noValidate>
      <NameFields errors={errors} />
      <Field
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="email"
        error={errors.email}
        required
      />
      <FormError message={error} />
      <SubmitButton label="Sign Up" busyLabel="Signing up…" isBusy={isBusy} />
    </form>
  );
}
