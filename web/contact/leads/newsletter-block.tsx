import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import card from '#web/ui/styles/card.module.css';
import styles from '../contact.module.css';
import { LeadForm } from './lead-form.tsx';

/** Offers the newsletter. */
export function NewsletterBlock() {
  return (
    <section
      className={`${card.card} ${styles.leadBlock} ${styles.leadNews}`}
      aria-labelledby="newsletter-title"
    >
      <div className={styles.leadHead}>
        <h2 className="heading2" id="newsletter-title">
          New articles by email
        </h2>
        <p className="muted">
          New articles and nothing else. You confirm your address once by email, and every issue has an
          unsubscribe link.{' '}
          <Link className="link" to={paths.privacy}>
            Privacy
          </Link>
        </p>
      </div>
      <LeadForm magnet="newsletter" variant="blog" label="Subscribe" />
    </section>
  );
}
