import { useState } from 'react';
import type { ImportCandidate, ImportQuestion } from '#contract/ledger/imports.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { countOf } from '#web/lib/formats.ts';
import { CoinPicker } from '#web/market/search/coin-picker.tsx';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { useOwnFigures } from '../own-figures.ts';
import { hideFigures } from '../tax/hide-figures.ts';
import { canBeSkipped, nameLines, nameSkip, questionKindNames } from './import-words.ts';
import styles from './imports.module.css';
import { useAnswer } from './mutations.ts';

const skip = 'skip';
/** Questions rendered per step: a file may have a thousand unknown tickers. */
const shownStep = 50;

interface ImportQuestionsProps {
  id: string;
  questions: readonly ImportQuestion[];
  /** Whether the import still takes answers. */
  isOpen: boolean;
}

/** Everything about a file that only the user can know, as one list of questions. */
export function ImportQuestions({ id, questions, isOpen }: ImportQuestionsProps) {
  const [shown, setShown] = useState(shownStep);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const answer = useAnswer(id);
  if (!isOpen || questions.length === 0) return null;
  const open = questions.filter((question) => question.answer === null);
  const skippable = open.filter(({ kind }) => canBeSkipped(kind));
  const count = Object.keys(chosen).length;
  const send = (answers: Readonly<Record<string, string>>) => {
    if (!answer.isPending) answer.mutate(answers, { onSuccess: () => setChosen({}) });
  };
  return (
    <section className={`${card.card} ${styles.questions}`} aria-labelledby="questions-title">
      <h2 className="heading4" id="questions-title" aria-live="polite">
        {open.length === 0 ? 'All questions are answered' : countOf(open.length, 'question')}
      </h2>
      <FormError message={describeFailure(answer.error, 'The answers were not saved')} />
      <ol className={styles.questionList}>
        {questions.slice(0, shown).map((question) => (
          <Question
            key={question.key}
            question={question}
            chosen={chosen[question.key] ?? question.answer}
            onChoose={(value) => setChosen({ ...chosen, [question.key]: value })}
          />
        ))}
      </ol>
      {questions.length > shown && (
        <button type="button" className={button.ghost} onClick={() => setShown(shown + shownStep)}>
          Show {Math.min(shownStep, questions.length - shown)} more
        </button>
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className={button.primary}
          aria-disabled={count === 0 || answer.isPending || undefined}
          onClick={() => count > 0 && send(chosen)}
        >
          {answer.isPending ? 'Saving…' : count === 0 ? 'Save answers' : `Save ${countOf(count, 'answer')}`}
        </button>
        {skippable.length > 1 && (
          <button
            type="button"
            className={button.ghost}
            aria-disabled={answer.isPending || undefined}
            onClick={() =>
              send({ ...Object.fromEntries(skippable.map(({ key }) => [key, skip])), ...chosen })
            }
          >
            Skip the rest
          </button>
        )}
      </div>
    </section>
  );
}

interface QuestionProps {
  question: ImportQuestion;
  chosen: string | null;
  onChoose: (answer: string) => void;
}

function Question({ question, chosen, onChoose }: QuestionProps) {
  const { key, kind, text, candidates, lines } = question;
  const own = useOwnFigures();
  const [other, setOther] = useState<CoinMatch | null>(null);
  return (
    <li>
      <fieldset className={styles.question}>
        <legend>
          <span className="meta">{questionKindNames[kind]}</span>
          <span>{own.isHidden ? hideFigures(text) : text}</span>
        </legend>
        <p className="meta">{nameLines(lines)}</p>
        {candidates.map((candidate) => (
          <Choice
            key={candidate.answer}
            name={key}
            candidate={candidate}
            isChosen={chosen === candidate.answer}
            onChoose={onChoose}
          />
        ))}
        {canBeSkipped(kind) && (
          <Choice
            name={key}
            candidate={{
              answer: skip,
              coinId: null,
              name: nameSkip(kind),
              symbol: null,
              likelihood: null,
              reason: '',
            }}
            isChosen={chosen === skip}
            onChoose={onChoose}
          />
        )}
        {kind === 'coin' && (
          <div className={styles.otherCoin}>
            <CoinPicker
              label={candidates.length === 0 ? 'The coin' : 'Another coin'}
              value={other?.id === chosen ? other : null}
              field={null}
              onChange={(coin) => {
                setOther(coin);
                onChoose(coin.id);
              }}
            />
          </div>
        )}
      </fieldset>
    </li>
  );
}

interface ChoiceProps {
  name: string;
  candidate: ImportCandidate;
  isChosen: boolean;
  onChoose: (answer: string) => void;
}

function Choice({ name, candidate, isChosen, onChoose }: ChoiceProps) {
  const { answer, name: label, symbol, likelihood, reason } = candidate;
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} checked={isChosen} onChange={() => onChoose(answer)} />
      <span>
        <b>
          {label}
          {symbol && ` (${symbol.toUpperCase()})`}
        </b>
        {likelihood !== null && <span className="meta"> {Math.round(likelihood * 100)}% likely</span>}
        {reason !== '' && <span className="meta"> {reason}</span>}
      </span>
    </label>
  );
}
