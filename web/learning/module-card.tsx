import Star from 'lucide-react/icons/star';
import Trophy from 'lucide-react/icons/trophy';
import badge from '#web/ui/styles/badge.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from './learning.module.css';
import type { LearningModule } from './modules.ts';

const levels = ['Beginner', 'Intermediate', 'Advanced'] as const;

interface ModuleCardProps {
  module: LearningModule;
  isCompleted: boolean;
  /** Whether it is the next one to do. Its button is then highlighted. */
  isNext: boolean;
  onStart: () => void;
}

/** A module: its topics, its duration, and a button to start it. */
export function ModuleCard({ module, isCompleted, isNext, onStart }: ModuleCardProps) {
  const { id, title, description, level, minutes, lessonCount, rating, lessons } = module;
  const label = isCompleted ? 'Review' : 'Start Learning';
  const prepare = () => void lessons.load().catch(() => {});
  return (
    <article className={`${card.card} ${styles.module}`} aria-labelledby={`module-${id}`}>
      <div className={styles.moduleTop}>
        <span className={`small muted ${styles.moduleLevel}`}>
          <span className={styles.level} aria-hidden="true">
            {levels.map((name, index) => (
              <i key={name} className={index <= levels.indexOf(level) ? styles.reached : undefined} />
            ))}
          </span>
          {level}
        </span>
        {isCompleted && (
          <span className={badge.accent}>
            <Trophy className="icon iconSmall" aria-hidden="true" />
            Completed
          </span>
        )}
      </div>
      <h2 className="heading2" id={`module-${id}`}>
        {title}
      </h2>
      <p className="muted">{description}</p>
      <p className={styles.facts}>
        <span>{minutes} min</span>
        <span>{lessonCount} lessons</span>
        <span className={styles.moduleRating}>
          <Star className="icon iconSmall" aria-hidden="true" />
          {rating}
          <span className="visuallyHidden"> of 5</span>
        </span>
      </p>
      <button
        type="button"
        aria-label={`${label}: ${title}`}
        className={isNext ? button.primary : button.secondary}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={onStart}
      >
        {label}
      </button>
    </article>
  );
}
