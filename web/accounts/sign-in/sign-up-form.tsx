import { describeFailure } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import card from '#web/ui/styles/card.module.css';
import { storeToken } from '../session/session.ts';
import { type NewAccount, useSignUp } from './mutations.ts';
import { NameFields } from './name-fields.tsx';

/** Creates an account, signs in to it, and navigates to `next`. */
export function SignUpForm({ next }: { next: string }) {
  const navigate = useNavigate();
  const signUp = useSignUp();
  const { field, onSubmit, isBusy, error } = useApiForm<NewAccount>({
    send: async (account) => {
      storeToken(await signUp.mutateAsync(account));
      navigate(next, { replace: true });
    },
    explain: (failure) => describeFailure(failure, 'Sign up failed'),
  });
  return (
    <form className={`${card.card} ${card.padded} stack`} method="post" onSubmit={onSubmit} noValidate>
      <NameFields firstName={field('firstName')} lastName={field('lastName')} />
      <Field label="Email address" {...field('email')} type="email" autoComplete="email" required />
      <FormError message={error} />
      <SubmitButton label="Sign Up" busyLabel="Signing up…" isBusy={isBusy} />
    </form>
  );
}
