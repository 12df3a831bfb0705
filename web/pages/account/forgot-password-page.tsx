import { ForgotPassword } from '#web/accounts/sign-in/forgot-password.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import pageStyles from '#web/ui/styles/page.module.css';

function ForgotPasswordPage() {
  return (
    <div className={`pageWidth ${pageStyles.center}`}>
      <ForgotPassword />
    </div>
  );
}

export const page: PageModule = {
  Page: ForgotPasswordPage,
  head: () => ({
    title: 'Forgot your password?',
    description: 'There are no passwords here: a code by email signs you in.',
    canonical: paths.forgotPassword,
  }),
};
