import { ForgotPassword } from '../accounts/forgot-password.tsx';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';

function ForgotPasswordPage() {
  return (
    <div className="wrap center">
      <ForgotPassword />
    </div>
  );
}

export const page: PageModule = {
  Page: ForgotPasswordPage,
  head: () => ({
    title: 'Forgot your password? | Altimeter',
    description: 'There are no passwords here: a code by e-mail signs you in.',
    canonical: paths.forgotPassword,
  }),
};
