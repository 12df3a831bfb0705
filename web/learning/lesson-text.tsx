import { Link } from '#web/ui/link.tsx';
import { figures } from './figures/figures.ts';
import styles from './lesson.module.css';
import type { Lesson, LessonBlock, WorkedExample } from './lesson.ts';

/** A lesson's text, figures and worked examples. */
export function LessonText({ lesson }: { lesson: Lesson }) {
  return lesson.blocks.map((block) => <Block key={keyOf(block)} block={block} />);
}

function keyOf(block: LessonBlock): string {
  if (typeof block === 'string') return block;
  if ('link' in block) return block.to;
  return 'figure' in block ? block.figure : block.example.title;
}

function Block({ block }: { block: LessonBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  if ('example' in block) return <Example {...block.example} />;
  if ('link' in block) {
    return (
      <p>
        <Link className="link" to={block.to}>
          {block.link}
        </Link>
      </p>
    );
  }
  const Figure = figures[block.figure];
  return (
    <figure className={styles.figure}>
      <Figure />
      <figcaption className="small muted">{block.caption}</figcaption>
    </figure>
  );
}

function Example({ title, lines }: WorkedExample) {
  return (
    <div className={styles.example}>
      <h3 className="small muted">{title}</h3>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label + value}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
