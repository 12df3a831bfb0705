import type { ContactMessage } from '#contract/contact.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from './contact.module.css';
import { useSendMessage } from './mutations.ts';
import { useSiteContacts } from './queries.ts';

/** A form to write to support. Keeps the input until the server has accepted it. */
export function ContactForm() {
  const { response } = useSiteContacts().support;
  const sendMessage = useSendMessage();
  const { form, field, onSubmit, isBusy, error } = useApiForm<ContactMessage>({
    send: async (message) => {
      await sendMessage.mutateAsync(message);
      form.reset();
      showToast({
        title: 'Message sent successfully!',
        description: response ? `We'll get back to you ${response}.` : "We'll get back to you.",
      });
    },
    explain: (failure) => describeFailure(failure, 'The message could not be sent'),
  });
  return (
    <form className={`${card.card} ${card.padded} stack`} method="post" onSubmit={onSubmit} noValidate>
      <h2 className="heading2">Send us a message</h2>
      <div className={styles.sender}>
        <Field label="Full name" {...field('name')} autoComplete="name" maxLength={100} required />
        <Field label="Email address" {...field('email')} type="email" autoComplete="email" required />
      </div>
      <Field label="Subject" {...field('subject')} maxLength={150} required />
      <TextArea
        label="Message"
        {...field('message')}
        rows={7}
        hint="Up to 5,000 characters. Never send us codes or keys: nobody here needs them."
        required
      />
      <FormError message={error} />
      <SubmitButton
        label="Send Message"
        busyLabel="Sending…"
        isBusy={isBusy}
        className={`${button.primary} ${styles.send}`}
      />
    </form>
  );
}
