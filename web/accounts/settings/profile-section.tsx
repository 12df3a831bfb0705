import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import { useCheckedForm } from '#web/lib/form/use-checked-form.ts';
import button from '#web/ui/button.module.css';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import { currentUserQuery } from '../queries.ts';
import { NameFields } from '../sign-in/name-fields.tsx';
import styles from './account.module.css';
import { updateName } from './account-calls.ts';
import { AccountSection } from './account-section.tsx';

/** The user's name. */
export function ProfileSection({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const { onSubmit, isBusy, errors, error } = useCheckedForm(
    'The name could not be saved',
    async (fields) => {
      const { firstName = '', lastName = '' } = fields;
      queryClient.setQueryData(currentUserQuery().queryKey, await updateName({ firstName, lastName }));
      showToast({ title: 'Name saved' });
    },
  );
  return (
    <AccountSection title="Profile" about="Only you see your name.">
      <form className="stack" method="post" onSubmit={onSubmit} noValidate>
        <NameFields firstName={user.firstName} lastName={user.lastName} errors={errors} />
        <FormError message={error} />
        <SubmitButton
          label="Save Name"
          busyLabel="Saving…"
          isBusy={isBusy}
          className={`${button.secondary} ${styles.selfStart}`}
        />
      </form>
    </AccountSection>
  );
}
