import type { LucideIcon } from 'lucide-react';
import AtSign from 'lucide-react/icons/at-sign';
import GitBranch from 'lucide-react/icons/git-branch';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import { type Site, useSite } from '#web/lib/site.ts';
import button from '#web/ui/styles/button.module.css';
import styles from './socials.module.css';

interface SocialLink {
  label: string;
  href: string;
  icon: LucideIcon;
  /** Whether the top bar shows it only at its widest. */
  isExtra: boolean;
}

function listSocialLinks({ social, supportEmail }: Site): SocialLink[] {
  const links: (Omit<SocialLink, 'href'> & { href: string | undefined })[] = [
    { label: 'Microblog', href: social.microblog, icon: AtSign, isExtra: true },
    { label: 'Chat', href: social.chat, icon: MessageCircle, isExtra: true },
    { label: 'Email', href: supportEmail && `mailto:${supportEmail}`, icon: Mail, isExtra: false },
    { label: 'Source repository', href: social.repository, icon: GitBranch, isExtra: false },
  ];
  return links.flatMap(({ href, ...link }) => (href ? [{ ...link, href }] : []));
}

/** The configured social links. In the top bar, two of them are shown only if there is room. */
export function Socials({ isInBar = false }: { isInBar?: boolean }) {
  const site = useSite();
  return (
    <span className={isInBar ? `${styles.socials} ${styles.inBar} hiddenOnPhone` : styles.socials}>
      {listSocialLinks(site).map(({ label, href, icon: Icon, isExtra }) => (
        <a
          key={label}
          className={
            isInBar && isExtra
              ? `${button.ghost} ${button.iconOnly} ${styles.widestOnly}`
              : `${button.ghost} ${button.iconOnly}`
          }
          href={href}
          target="_blank"
          rel="noopener"
          aria-label={`${label} (opens in a new tab)`}
        >
          <Icon className="icon" aria-hidden="true" />
        </a>
      ))}
    </span>
  );
}
