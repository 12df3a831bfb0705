import type { CurrentUser } from '#contract/accounts/accounts.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { useApiForm } from '#web/lib/form/use-api-form.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import button from '#web/ui/styles/button.module.css';
import { NameFields } from '../sign-in/name-fields.tsx';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { type UserName, useUpdateName } from './mutations.ts';

/** The user's name. */
export function ProfileSection({ user }: { user: CurrentUser }) {
  const updateName = useUpdateName();
  const { field, onSubmit, isBusy, error } = useApiForm<UserName>({
    defaultValues: { firstName: user.firstName, lastName: user.lastName },
    send: async (name) => {
      await updateName.mutateAsync(name);
      showToast({ title: 'Name saved' });
    },
    explain: (failure) => describeFailure(failure, 'The name could not be saved'),
  });
  return (
    <AccountSection title="Profile" description="Only you see your name.">
      <form className="stack" method="post" onSubmit={onSubmit} noValidate>
        <NameFields firstName={field('firstName')} lastName={field('lastName')} />
        <FormError message={error} />
        <SubmitButton
          label="Save name"
          busyLabel="Saving…"
          isBusy={isBusy}
          className={`${button.secondary} ${styles.selfStart}`}
        />
      </form>
    </AccountSection>
  );
}
