import { useCallback, useState } from 'react';
import type { LeadVariant, Magnet } from '#contract/contact.ts';
import { fieldErrorsOf } from '#web/lib/form/form-fields.ts';
import { useCheckedForm } from '#web/lib/form/use-checked-form.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import styles from '../contact.module.css';
import { sendLead } from '../contact-calls.ts';
import { LeadSent } from './lead-sent.tsx';
import { markOffered } from './offer-leads.ts';

interface LeadFormProps {
  magnet: Magnet;
  variant: LeadVariant;
  label: string;
}

/** Asks for an address, and says that the mail is on its way once the server has the request. */
export function LeadForm({ magnet, variant, label }: LeadFormProps) {
  const [sent, setSent] = useState<{ email: string; magnet: Magnet }>();
  const [hasText, setHasText] = useState(false);
  // Also what was typed before the page had hydrated.
  const readText = useCallback((input: HTMLInputElement | null) => setHasText(!!input?.value.trim()), []);
  const { onSubmit, isBusy, errors, error } = useCheckedForm('The request failed', async ({ email = '' }) => {
    await sendLead({ email, magnet, variant }).catch(sayFailure);
    setSent({ email, magnet });
    showToast({
      title: 'Success! 🎉',
      description: nextSteps[magnet === 'newsletter' ? 'newsletter' : 'guide'],
    });
  });
  if (sent?.magnet === magnet) return <LeadSent email={sent.email} isNewsletter={magnet === 'newsletter'} />;
  return (
    <form className={styles.leadForm} method="post" onSubmit={onSubmit} noValidate>
      <Field
        ref={readText}
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={sent?.email}
        error={errors.email}
        onInput={(event) => {
          readText(event.currentTarget);
          markOffered();
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
  newsletter: 'Check your email for the link that confirms it.',
};

function sayFailure(failure: unknown): never {
  const isAboutTheField = Object.keys(fieldErrorsOf(failure)).length > 0;
  if (!isAboutTheField)
    showToast({
      title: 'Something went wrong',
      description: 'Please try again or contact support.',
      variant: 'destructive',
    });
  throw failure;
}
