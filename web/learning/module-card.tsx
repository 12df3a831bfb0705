import { Star, Trophy } from 'lucide-react';
import type { LearningModule } from './modules.ts';

const levels = ['Beginner', 'Intermediate', 'Advanced'] as const;

interface ModuleCardProps {
  module: LearningModule;
  isCompleted: boolean;
  /** The one to go on with; its button stands out. */
  isNext: boolean;
  onStart: () => void;
}

/** A module: what it is about, how long it takes, and the way in. */
export function ModuleCard({ module, isCompleted, isNext, onStart }: ModuleCardProps) {
  const { id, title, description, level, minutes, lessonCount, rating, lessons } = module;
  const label = isCompleted ? 'Review' : 'Start Learning';
  const prepare = () => void lessons.load().catch(() => {});
  return (
    <article className="card mod" aria-labelledby={`module-${id}`}>
      <div className="mod-top">
        <span className="small muted mod-level">
          <span className="lv" aria-hidden="true">
            {levels.map((name, index) => (
              <i
                key={name}
                className={index <= levels.indexOf(level) ? 'on' : undefined}
                style={{ height: 6 + index * 4 }}
              />
            ))}
          </span>
          {level}
        </span>
        {isCompleted && (
          <span className="badge badge-accent">
            <Trophy className="i i-14" aria-hidden="true" />
            Completed
          </span>
        )}
      </div>
      <h2 className="h2" id={`module-${id}`}>
        {title}
      </h2>
      <p className="muted">{description}</p>
      <p className="facts">
        <span>{minutes} min</span>
        <span>{lessonCount} lessons</span>
        <span className="mod-rating">
          <Star className="i i-14" aria-hidden="true" />
          {rating}
          <span className="vh"> of 5</span>
        </span>
      </p>
      <button
        type="button"
        aria-label={`${label}: ${title}`}
        className={isNext ? 'btn btn-primary' : 'btn btn-secondary'}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={onStart}
      >
        {label}
      </button>
    </article>
  );
}
