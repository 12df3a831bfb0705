import { paths } from '#web/lib/paths.ts';

interface Question {
  readonly question: string;
  readonly answer: string;
  /** A link to further information, and its text. */
  readonly to?: string;
  readonly label?: string;
}

/** Frequent questions. `refresh` is the interval at which prices update. If it is empty, that question is left out. */
export function listQuestions(refresh: string): readonly Question[] {
  const howOften: Question = {
    question: 'How often are prices updated?',
    answer: `Every ${refresh}. The table shows how old its prices are. Press Refresh for newer ones, or turn on Live for continuous updates.`,
  };
  return [
    ...(refresh ? [howOften] : []),
    {
      question: 'Is it free?',
      answer: 'The free plan is free forever. The pricing page shows what the paid plans add.',
      to: paths.pricing,
      label: 'Pricing',
    },
    {
      question: 'How do I sign in without a password?',
      answer:
        'With a code that we email to you. It works for ten minutes, in the browser that requested it. Once you have an account, you can use a passkey instead.',
      to: paths.signIn,
      label: 'Sign in',
    },
    {
      question: 'Can I get my data out, or have it deleted?',
      answer:
        'Yes, both. On your account page you can export everything you entered as one file, or delete your account for good.',
      to: paths.account,
      label: 'Account',
    },
    {
      question: 'A price looks wrong. What now?',
      answer:
        'Check its age and whether it is marked as stale or being checked. If it still looks wrong, send us the coin, the price and the time.',
    },
  ];
}
