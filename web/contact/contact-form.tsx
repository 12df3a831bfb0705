import { useRef } from 'react';
import { useCheckedForm } from '#web/lib/form/use-checked-form.ts';
import button from '#web/ui/button.module.css';
import card from '#web/ui/card.module.css';
import { Field } from '#web/ui/form/field.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import styles from './contact.module.css';
import { sendMessage } from './contact-calls.ts';

/** Writes to the support. What was typed stays until the server has it. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const { onSubmit, isBusy, errors, error } = useCheckedForm(
    'The message could not be sent',
    async (fields) => {
      const { name = '', email = '', subject = '', message = '' } = fields;
      await sendMessage({ name, email, subject, message });
      form.current?.reset();
      showToast({
        title: 'Message sent successfully!',
        description: "We'll get back to you within 24 hours.",
      });
    },
  );
  return (
    <form
      ref={form}
      className={`${card.card} ${card.padded} stack`}
      method="post"
      onSubmit={onSubmit}
      noValidate
    >
      <h2 className="heading2">Send us a message</h2>
      <div className={styles.sender}>
        <Field
          label="Full name"
          name="name"
          autoComplete="name"
          error={errors.name}
          maxLength={100}
          required
        />
        <Field
          label="Email address"
          name="email"
          type="email"
          autoComplete="email"
          error={errors.email}
          required
        />
      </div>
      <Field label="Subject" name="subject" error={errors.subject} maxLength={150} required />
      <TextArea
        label="Message"
        name="message"
        rows={7}
        error={errors.message}
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
