import type { LucideIcon } from 'lucide-react';
import Clock from 'lucide-react/icons/clock';
import Mail from 'lucide-react/icons/mail';
import MessageSquare from 'lucide-react/icons/message-square';
import type { ReactNode } from 'react';
import card from '#web/ui/styles/card.module.css';
import page from '#web/ui/styles/page.module.css';
import { paths } from '../lib/paths.ts';
import { useSite } from '../lib/site.ts';
import { Link } from '../ui/link.tsx';
import styles from './contact.module.css';
import { ContactForm } from './contact-form.tsx';
import { listQuestions } from './questions.ts';

/** The contact page: the form, how we can be reached, and what is asked most. `refresh` is how often prices are claimed to be. */
export function ContactView({ refresh }: { refresh: string }) {
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className="heading1">Contact Us</h1>
          <p>A question, a wrong figure, an idea: write to us, and a person answers</p>
        </div>
      </div>
      <div className={styles.columns}>
        <ContactForm />
        <div className={styles.side}>
          <SupportOptions />
          <Questions refresh={refresh} />
          <Company />
        </div>
      </div>
    </>
  );
}

function SupportOptions() {
  const { supportEmail } = useSite();
  return (
    <section className={`${card.card} ${card.padded} stack`} aria-labelledby="support-options">
      <h2 className="heading3" id="support-options">
        Support options
      </h2>
      <Way icon={Mail} name="Email support">
        <p className="small muted">We respond within 24 hours.</p>
        <a className="link small" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </Way>
      <Way icon={MessageSquare} name="Live chat">
        <p className="small muted">
          Via the contact form, Monday to Friday, 9 AM to 6 PM EST: write “chat” as the subject, and we
          arrange it.
        </p>
      </Way>
    </section>
  );
}

function Way({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className={styles.channel}>
      <Icon className="icon" aria-hidden="true" />
      <div>
        <h3 className="heading4">{name}</h3>
        {children}
      </div>
    </div>
  );
}

function Questions({ refresh }: { refresh: string }) {
  return (
    <section className={`${card.card} ${card.padded}`} aria-labelledby="questions">
      <h2 className="heading3" id="questions">
        Frequently asked questions
      </h2>
      {listQuestions(refresh).map(({ question, answer, to, label }) => (
        <details key={question} className={styles.question}>
          <summary>{question}</summary>
          <p className="muted">
            {answer}{' '}
            {to && (
              <Link className="link" to={to}>
                {label}
              </Link>
            )}
          </p>
        </details>
      ))}
    </section>
  );
}

function Company() {
  return (
    <section className={`${card.card} ${card.padded} stack`} aria-labelledby="company">
      <h2 className="heading3" id="company">
        Company information
      </h2>
      <Way icon={Clock} name="Business hours">
        <dl className={`${styles.hours} small`}>
          <dt className="muted">Monday to Friday</dt>
          <dd>9 AM to 6 PM EST</dd>
          <dt className="muted">Saturday and Sunday</dt>
          <dd>10 AM to 4 PM EST</dd>
        </dl>
      </Way>
      <p className="small muted">
        Altimeter shows market data. It holds no coins and gives no advice.{' '}
        <Link className="link" to={paths.about}>
          About us
        </Link>
      </p>
    </section>
  );
}
