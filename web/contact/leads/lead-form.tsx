import { useCallback, useState } from 'react';
import type { LeadVariant, Magnet } from '#contract/contact.ts';
import { ApiError, describeFailure } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import styles from '../contact.module.css';
import { useAddLead } from '../mutations.ts';
import { LeadSent } from './lead-sent.tsx';
import { markOffered } from './open-lead-popup.ts';

interface LeadFormProps {
  magnet: Magnet;
  variant: LeadVariant;
  label: string;
}

/** Asks for an e-mail address, and confirms once the e-mail is on its way. */
export function LeadForm({ magnet, variant, label }: LeadFormProps) {
  const [sent, setSent] = useState<{ email: string; magnet: Magnet }>();
  const [hasText, setHasText] = useState(false);
  // Includes what was typed before hydration.
  const readText = useCallback((input: HTMLInputElement | null) => setHasText(!!input?.value.trim()), []);
  const addLead = useAddLead();
  const { field, onSubmit, isBusy, error } = useApiForm<{ email: string }>({
    send: async ({ email }) => {
      await addLead.mutateAsync({ email, magnet, variant }).catch(reportFailure);
      setSent({ email, magnet });
      showToast({
        title: 'Success! 🎉',
        description: nextSteps[magnet === 'newsletter' ? 'newsletter' : 'guide'],
      });
    },
    explain: (failure) => describeFailure(failure, 'The request failed'),
  });
  const email = field('email');
  if (sent?.magnet === magnet) return <LeadSent email={sent.email} isNewsletter={magnet === 'newsletter'} />;
  return (
    <form className={styles.leadForm} method="post" onSubmit={onSubmit} noValidate>
      <Field
        label="Email address"
        {...email}
        ref={(input) => {
          email.ref(input);
          readText(input);
        }}
        type="email"
        autoComplete="email"
        onChange={(event) => {
          readText(event.currentTarget);
          markOffered();
          return email.onChange(event);
        }}
        required
      />
      <FormError message={error} />
      <SubmitButton label={label} busyLabel="Sending…" isBusy={isBusy} isDisabled={!hasText} />
    </form>
  );
}

const nextSteps = {
  guide: 'Check your email for the download link.',
  newsletter: 'Check your email for the confirmation link.',
};

function reportFailure(failure: unknown): never {
  const isAboutTheField = failure instanceof ApiError && failure.issues.length > 0;
  if (!isAboutTheField)
    showToast({
      title: 'Something went wrong',
      description: 'Please try again or contact support.',
      variant: 'destructive',
    });
  throw failure;
}
