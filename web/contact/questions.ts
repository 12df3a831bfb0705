import { paths } from '../lib/paths.ts';

interface Question {
  readonly question: string;
  readonly answer: string;
  /** Where there is more to read, and what the link says. */
  readonly to?: string;
  readonly label?: string;
}

/** What is asked most, with answers. `refresh` is how often prices are claimed to be refreshed; empty: that is left out. */
export function listQuestions(refresh: string): readonly Question[] {
  const howOften: Question = {
    question: 'How often are prices updated?',
    answer: `Every ${refresh}. The table shows how old its prices are; Refresh asks for newer ones, and Live keeps them coming.`,
  };
  return [
    ...(refresh ? [howOften] : []),
    {
      question: 'Is it free?',
      answer:
        'The free plan costs nothing and has no end. What the paid plans add stands on the pricing page.',
      to: paths.pricing,
      label: 'Pricing',
    },
    {
      question: 'How do I sign in without a password?',
      answer:
        'With a code that is mailed to you. It works for ten minutes, in the browser that asked for it. Once you have an account, a passkey can take its place.',
      to: paths.signIn,
      label: 'Sign in',
    },
    {
      question: 'Can I get my data out, or have it deleted?',
      answer:
        'Both, on your account page: an export of all that you entered as one file, and a deletion for good.',
      to: paths.account,
      label: 'Account',
    },
    {
      question: 'A price looks wrong. What now?',
      answer:
        'Compare when it was last seen, and how it is marked: doubted and old prices say so. If it is still wrong, send us the coin, the price and the time.',
    },
  ];
}
