import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { type FormEvent, useId } from 'react';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from './lesson.module.css';
import type { Quiz } from './lesson.ts';

/** The chosen option, and whether it was submitted and so is locked. */
export interface Answer {
  readonly choice: number;
  readonly isSubmitted: boolean;
}

interface QuizFormProps {
  quiz: Quiz;
  answer: Answer | undefined;
  onChoose: (choice: number) => void;
  onSubmit: () => void;
}

/** A lesson's question. Once answered, it shows the correct option and why. */
export function QuizForm({ quiz, answer, onChoose, onSubmit }: QuizFormProps) {
  const name = useId();
  const isLocked = answer?.isSubmitted === true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer) onSubmit();
  };
  return (
    <form className={`${card.card} ${card.padded} ${styles.quiz}`} onSubmit={submit}>
      <fieldset disabled={isLocked}>
        <legend>{quiz.question}</legend>
        {quiz.options.map((option, index) => (
          <label key={option} className={styles.quizOption} data-state={stateOf(quiz, answer, index)}>
            <input
              type="radio"
              name={name}
              checked={answer?.choice === index}
              onChange={() => onChoose(index)}
            />
            <span>{option}</span>
            {isLocked && <Mark isCorrect={index === quiz.correct} isChosen={index === answer.choice} />}
          </label>
        ))}
      </fieldset>
      <p className={`small ${styles.quizAnswer}`} role="status">
        {isLocked && (
          <>
            <b>{answer.choice === quiz.correct ? 'Correct.' : 'Not quite.'}</b> {quiz.explanation}
          </>
        )}
      </p>
      {!isLocked && (
        <button type="submit" className={button.primary} disabled={!answer}>
          Submit Answer
        </button>
      )}
    </form>
  );
}

function stateOf(quiz: Quiz, answer: Answer | undefined, index: number): string | undefined {
  if (!answer?.isSubmitted) return undefined;
  if (index === quiz.correct) return 'correct';
  return index === answer.choice ? 'wrong' : undefined;
}

function Mark({ isCorrect, isChosen }: { isCorrect: boolean; isChosen: boolean }) {
  if (isCorrect)
    return (
      <span className={styles.quizMark}>
        <CircleCheck className="icon" aria-hidden="true" />
        Correct answer
      </span>
    );
  if (!isChosen) return null;
  return (
    <span className={styles.quizMark}>
      <X className="icon" aria-hidden="true" />
      Your answer
    </span>
  );
}
