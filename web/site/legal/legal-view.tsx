import { useNow } from '#web/lib/use-now.ts';
import styles from '../site.module.css';
import type { LegalSection } from './legal-section.ts';

const style = { month: 'long', day: 'numeric', year: 'numeric' } as const;
const utcDay = new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' });
const localDay = new Intl.DateTimeFormat('en-GB', style);

interface LegalViewProps {
  title: string;
  version: string;
  sections: readonly LegalSection[];
}

/** A legal text. It is dated today, because it is valid as of today. The version identifies the text. */
export function LegalView({ title, version, sections }: LegalViewProps) {
  const now = useNow();
  return (
    <article className={styles.legal}>
      <h1 className="heading1">{title}</h1>
      <p className="muted">
        Last updated: {/* A page may be rendered before midnight and read after it. */}
        <time suppressHydrationWarning>{now ? localDay.format(now) : utcDay.format(Date.now())}</time>
      </p>
      <p className="small muted">Version {version}</p>
      {sections.map(({ heading, body }) => (
        <section key={heading}>
          <h2 className="heading3">{heading}</h2>
          {body.map((part) =>
            typeof part === 'string' ? (
              <p key={part}>{part}</p>
            ) : (
              <ul key={part.join()}>
                {part.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </article>
  );
}
