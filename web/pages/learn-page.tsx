import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { AdSpace } from '#web/ads/ad-space.tsx';
import learning from '#web/learning/learning.module.css';
import { LearningView } from '#web/learning/learning-view.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import pageStyles from '#web/ui/styles/page.module.css';

function LearnPage() {
  return (
    <div className="pageWidth">
      <div className={pageStyles.head}>
        <div>
          <h1 className="heading1">Learn Cryptocurrency</h1>
          <p>Three modules, nineteen short lessons, a question after each</p>
        </div>
      </div>
      <AdSpace place="header" size="large" />
      <SessionGate
        signedIn={<LearningView storage="account" />}
        waiting={<LearningView storage="account" isWaiting />}
        signedOut={<LearningView storage="visit" />}
      />
      <p className={`${learning.more} muted`}>
        Longer reads, with figures you can check:{' '}
        <Link className="link" to={paths.blog}>
          Crypto Knowledge Hub
        </Link>
      </p>
    </div>
  );
}

export const page: PageModule = {
  Page: LearnPage,
  head: () => ({
    title: 'Learn Cryptocurrency',
    description:
      'Cryptocurrency basics, portfolio management and technical analysis: nineteen short lessons with worked examples and a question after each.',
    canonical: paths.learn,
  }),
};
