import { Eye, Lightbulb, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { useSite } from '../lib/site.ts';
import { Link } from '../ui/link.tsx';
import { claims } from './claims.ts';

const values: readonly { icon: LucideIcon; name: string; text: string }[] = [
  {
    icon: ShieldCheck,
    name: 'Security First',
    text: 'No passwords to steal, no coins to lose: we hold neither. A browser’s session works in that browser and nowhere else.',
  },
  {
    icon: UserRound,
    name: 'User-Centric',
    text: 'What you enter is yours: export it as one file, or delete it for good, from your account page, at any time.',
  },
  {
    icon: Lightbulb,
    name: 'Innovation',
    text: 'Alerts that survive a crash, arithmetic without rounding, pages that arrive ready to be read.',
  },
  {
    icon: Eye,
    name: 'Transparency',
    text: 'Every price says how old it is and where it comes from. What is simulated, stale or in doubt says so.',
  },
];

/** Who is behind the site and what it is for; `socials` are the links to elsewhere. */
export function AboutView({ socials }: { socials: ReactNode }) {
  const { supportEmail } = useSite();
  return (
    <>
      <section className="about-lead">
        <h1 className="h1">About Altimeter</h1>
        <p>
          Our mission is to show individual investors where they stand: the market as it is, their holdings to
          the last digit, and a message when a price they named is reached. No number is shown that we can’t
          explain.
          {claims.refresh && ` Prices update every ${claims.refresh}.`}
        </p>
      </section>
      <section className="about-part" aria-labelledby="values">
        <h2 className="h2" id="values">
          What we hold to
        </h2>
        <div className="about-values">
          {values.map(({ icon: Icon, name, text }) => (
            <div key={name} className="card card-pad">
              <Icon className="i i-20" aria-hidden="true" />
              <h3 className="h3">{name}</h3>
              <p className="muted">{text}</p>
            </div>
          ))}
        </div>
      </section>
      {claims.figures.length > 0 && (
        <section className="about-part" aria-labelledby="figures">
          <h2 className="h2" id="figures">
            In figures
          </h2>
          <dl className="about-figures">
            {claims.figures.map(({ figure, name }) => (
              <div key={name}>
                <dt className="small muted">{name}</dt>
                <dd className="h2 num">{figure}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section className="about-part" aria-labelledby="reach-us">
        <h2 className="h2" id="reach-us">
          Reach us
        </h2>
        <div className="about-contact">
          <Contact
            title="General Inquiries"
            text="Questions about the service or your account."
            email={supportEmail}
          />
          <Contact title="Partnership" text="Data, integrations and working together." email={supportEmail} />
        </div>
        <div className="about-ways">
          <Link className="btn btn-primary" to={paths.contact}>
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
    <div className="card card-pad">
      <h3 className="h3">{title}</h3>
      <p className="muted">{text}</p>
      <a className="link" href={`mailto:${email}?subject=${encodeURIComponent(title)}`}>
        {email}
      </a>
    </div>
  );
}
