import type { LucideIcon } from 'lucide-react';
import Clock from 'lucide-react/icons/clock';
import Mail from 'lucide-react/icons/mail';
import MessageSquare from 'lucide-react/icons/message-square';
import { Fragment, type ReactNode } from 'react';
import { paths } from '#web/lib/paths.ts';
import { useSite } from '#web/lib/site.ts';
import { Link } from '#web/ui/link.tsx';
import card from '#web/ui/styles/card.module.css';
import page from '#web/ui/styles/page.module.css';
import styles from './contact.module.css';
import { ContactForm } from './contact-form.tsx';
import { useSiteContacts } from './queries.ts';
import { listQuestions } from './questions.ts';

/**
 * The contact page: the form, other ways to reach us, and frequent questions. `priority` says whose messages come
 * first.
 */
export function ContactView({ priority }: { priority: ReactNode }) {
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className="heading1">Contact Us</h1>
          <p>A question, a wrong figure, an idea: write to us, and a person will answer</p>
        </div>
      </div>
      <div className={styles.columns}>
        <ContactForm />
        <div className={styles.side}>
          <SupportOptions priority={priority} />
          <Questions />
          <Company />
        </div>
      </div>
    </>
  );
}

function SupportOptions({ priority }: { priority: ReactNode }) {
  const { supportEmail } = useSite();
  const { support } = useSiteContacts();
  return (
    <section className={`${card.card} ${card.padded} stack`} aria-labelledby="support-options">
      <h2 className="heading3" id="support-options">
        Support options
      </h2>
      <ContactOption icon={Mail} name="Email support">
        <p className="small muted">
          {support.response && `We respond ${support.response}. `}
          {priority}
        </p>
        <a className="link small" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </ContactOption>
      {support.chat && (
        <ContactOption icon={MessageSquare} name="Live chat">
          <p className="small muted">
            Available {support.chat}. To arrange a chat, use the contact form with the subject “chat”.
          </p>
        </ContactOption>
      )}
    </section>
  );
}

function ContactOption({
  icon: Icon,
  name,
  children,
}: {
  icon: LucideIcon;
  name: string;
  children: ReactNode;
}) {
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

function Questions() {
  const { refresh } = useSite().claims;
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
  const { name } = useSite();
  const { support } = useSiteContacts();
  return (
    <section className={`${card.card} ${card.padded} stack`} aria-labelledby="company">
      <h2 className="heading3" id="company">
        Company information
      </h2>
      {support.hours.length > 0 && (
        <ContactOption icon={Clock} name="Business hours">
          <dl className={`${styles.hours} small`}>
            {support.hours.map(({ days, time }) => (
              <Fragment key={days}>
                <dt className="muted">{days}</dt>
                <dd>{time}</dd>
              </Fragment>
            ))}
          </dl>
        </ContactOption>
      )}
      <p className="small muted">
        {name} shows market data. It holds no coins and gives no advice.{' '}
        <Link className="link" to={paths.about}>
          About us
        </Link>
      </p>
    </section>
  );
}
