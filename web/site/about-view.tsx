import type { LucideIcon } from 'lucide-react';
import Eye from 'lucide-react/icons/eye';
import Lightbulb from 'lucide-react/icons/lightbulb';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserRound from 'lucide-react/icons/user-round';
import type { ReactNode } from 'react';
import type { ContactEntry } from '#contract/site.ts';
import { paths } from '#web/lib/paths.ts';
import { useSite } from '#web/lib/site.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from './site.module.css';

const values: readonly { icon: LucideIcon; name: string; text: string }[] = [
  {
    icon: ShieldCheck,
    name: 'Security First',
    text: 'No passwords to steal and no coins to lose: we hold neither. A session works only in the browser it was started in.',
  },
  {
    icon: UserRound,
    name: 'User-Centric',
    text: 'What you enter is yours. Export it as one file or delete it for good, at any time, on your account page.',
  },
  {
    icon: Lightbulb,
    name: 'Innovation',
    text: 'Alerts that survive a crash, arithmetic without rounding errors, pages that arrive ready to read.',
  },
  {
    icon: Eye,
    name: 'Transparency',
    text: 'Every price shows its age and source. Prices that are simulated, stale or being checked are marked.',
  },
];

interface AboutViewProps {
  contacts: readonly ContactEntry[];
  /** Links to other sites. */
  socials: ReactNode;
}

/** What the site is for and how to reach us. */
export function AboutView({ contacts, socials }: AboutViewProps) {
  const { name: siteName, supportEmail, claims } = useSite();
  return (
    <>
      <section className={styles.aboutLead}>
        <h1 className="heading1">About {siteName}</h1>
        <p>
          Our mission is to show individual investors where they stand: the market as it is, their holdings to
          the last digit, and a message when a price reaches their target. We show no number that we can’t
          explain.
          {claims.refresh && ` Prices update every ${claims.refresh}.`}
        </p>
      </section>
      <section className={styles.aboutPart} aria-labelledby="values">
        <h2 className="heading2" id="values">
          Our values
        </h2>
        <div className={styles.aboutValues}>
          {values.map(({ icon: Icon, name, text }) => (
            <div key={name} className={`${card.card} ${card.padded}`}>
              <Icon className="icon iconLarge" aria-hidden="true" />
              <h3 className="heading3">{name}</h3>
              <p className="muted">{text}</p>
            </div>
          ))}
        </div>
      </section>
      {claims.figures.length > 0 && (
        <section className={styles.aboutPart} aria-labelledby="figures">
          <h2 className="heading2" id="figures">
            In figures
          </h2>
          <dl className={styles.aboutFigures}>
            {claims.figures.map(({ figure, name }) => (
              <div key={name}>
                <dt className="small muted">{name}</dt>
                <dd className="heading2 figures">{figure}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section className={styles.aboutPart} aria-labelledby="reach-us">
        <h2 className="heading2" id="reach-us">
          Contact
        </h2>
        <div className={styles.aboutContact}>
          {contacts.map(({ title, text, email = supportEmail }) => (
            <Contact key={title} title={title} text={text} email={email} />
          ))}
        </div>
        <div className={styles.aboutChannels}>
          <Link className={button.primary} to={paths.contact}>
            Contact Us
          </Link>
          {socials}
        </div>
      </section>
    </>
  );
}

function Contact({ title, text, email }: { title: string; text: string; email: string }) {
  return (
    <div className={`${card.card} ${card.padded}`}>
      <h3 className="heading3">{title}</h3>
      <p className="muted">{text}</p>
      <a className="link" href={`mailto:${email}?subject=${encodeURIComponent(title)}`}>
        {email}
      </a>
    </div>
  );
}
