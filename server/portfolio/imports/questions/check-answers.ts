import type { ImportQuestion } from '#contract/ledger/imports.ts';
import type { CoinName } from '#server/market/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';

export interface CheckedAnswers {
  readonly answers: Readonly<Record<string, string>>;
  /** The coins chosen in answers about coins. */
  readonly coins: ReadonlyMap<string, CoinName>;
}

/** Rejects answers that don't match a question. Each issue names its answer. */
export async function checkAnswers(
  given: Readonly<Record<string, string>>,
  questions: readonly ImportQuestion[],
  findCoin: (coinId: string) => Promise<CoinName | null>,
): Promise<CheckedAnswers> {
  const byKey = new Map(questions.map((question) => [question.key, question]));
  const coins = new Map<string, CoinName>();
  const issues: { path: string; message: string }[] = [];
  for (const [key, answer] of Object.entries(given)) {
    const question = byKey.get(key);
    const refuse = (message: string) => issues.push({ path: `answers.${key}`, message });
    if (!question) refuse('There is no such question');
    else if (question.kind === 'coin' && answer !== 'skip') {
      const coin = await findCoin(answer);
      if (coin) coins.set(key, coin);
      else refuse('There is no such coin');
    } else if (!isAllowed(question, answer)) refuse(`Must be ${listAllowed(question)}`);
  }
  const [first] = issues;
  if (first) throw new AppError('invalid_request', first.message, { issues: issues.slice(0, 100) });
  return { answers: given, coins };
}

const canSkip = ({ kind }: ImportQuestion) => kind !== 'dates' && kind !== 'opening' && kind !== 'equal_rows';

function isAllowed(question: ImportQuestion, answer: string): boolean {
  if (answer === 'skip') return canSkip(question);
  return question.candidates.some((candidate) => candidate.answer === answer);
}

function listAllowed(question: ImportQuestion): string {
  const answers = question.candidates.map(({ answer }) => answer).slice(0, 10);
  return [...answers, ...(canSkip(question) ? ['skip'] : [])].join(', ');
}
