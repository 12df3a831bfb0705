import ArrowRight from 'lucide-react/icons/arrow-right';
import { useRef, useState } from 'react';
import { useLazyModule } from '#web/lib/lazy-module.ts';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import button from '#web/ui/styles/button.module.css';
import page from '#web/ui/styles/page.module.css';
import styles from './lesson.module.css';
import { LessonText } from './lesson-text.tsx';
import type { LearningModule } from './modules.ts';
import { type Answer, QuizForm } from './quiz-form.tsx';

interface LessonDialogProps {
  module: LearningModule;
  onComplete: () => void;
  onClose: () => void;
}

/** The lessons of a module, full screen and one at a time. The next one opens once the question is answered. */
export function LessonDialog({ module, onComplete, onClose }: LessonDialogProps) {
  const lessons = useLazyModule(module.lessons);
  const [index, setIndex] = useState(0);
  const [answers, setAnswers] = useState<Readonly<Record<number, Answer>>>({});
  const body = useRef<HTMLElement>(null);
  const lesson = lessons[index];
  if (!lesson) return null;
  const answer = answers[index];
  const isLast = index === lessons.length - 1;
  const storeAnswer = (choice: number, isSubmitted: boolean) =>
    setAnswers({ ...answers, [index]: { choice, isSubmitted } });
  const show = (next: number) => {
    setIndex(next);
    body.current?.scrollTo(0, 0);
    body.current?.focus();
  };
  return (
    <Dialog
      title={`${module.title}, lesson ${index + 1}`}
      isTitleHidden
      className={styles.lesson}
      onClose={onClose}
    >
      <div className={styles.head}>
        <p>
          <span className="small muted">{module.title}</span>
          <b>
            Lesson {index + 1} of {lessons.length}
          </b>
        </p>
        <progress
          className={`${page.progress} hiddenOnPhone`}
          aria-label="Lessons"
          max={lessons.length}
          value={index + 1}
        />
        <DialogClose label="Close lesson" className="" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it. */}
      <section className={styles.scroller} ref={body} tabIndex={0} aria-label={lesson.title}>
        <article className={styles.body}>
          <h2 className="heading1">{lesson.title}</h2>
          <LessonText lesson={lesson} />
          <QuizForm
            key={index}
            quiz={lesson.quiz}
            answer={answer}
            onChoose={(choice) => storeAnswer(choice, false)}
            onSubmit={() => answer && storeAnswer(answer.choice, true)}
          />
        </article>
      </section>
      <div className={styles.foot}>
        <button
          type="button"
          className={button.secondary}
          disabled={index === 0}
          onClick={() => show(index - 1)}
        >
          Previous
        </button>
        <button
          type="button"
          className={button.primary}
          disabled={!answer?.isSubmitted}
          onClick={isLast ? onComplete : () => show(index + 1)}
        >
          {isLast ? 'Complete Module' : 'Next Lesson'}
          {!isLast && <ArrowRight className="icon" aria-hidden="true" />}
        </button>
      </div>
    </Dialog>
  );
}
