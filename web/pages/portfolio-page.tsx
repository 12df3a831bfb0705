import Wallet from 'lucide-react/icons/wallet';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { SignInInvitation } from '#web/accounts/sign-in/sign-in-invitation.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { PortfolioSkeleton } from '#web/portfolio/portfolio-skeleton.tsx';
import { PortfolioView } from '#web/portfolio/portfolio-view.tsx';
import { portfoliosQuery } from '#web/portfolio/queries.ts';

function PortfolioPage() {
  return (
    <div className="pageWidth">
      <SessionGate
        signedIn={<PortfolioView />}
        waiting={<PortfolioSkeleton />}
        signedOut={
          <SignInInvitation
            title="Portfolio"
            what="portfolio"
            purpose="Track your cryptocurrency investments"
            points={[
              'What your coins are worth, minute by minute',
              'Exact profit and loss against what you paid',
              'Value over time and allocation',
            ]}
            icon={<Wallet className="icon iconLarge" aria-hidden="true" />}
          />
        }
      />
    </div>
  );
}

export const page: PageModule = {
  Page: PortfolioPage,
  prefetch: (queryClient) => void queryClient.prefetchQuery(portfoliosQuery()),
  head: () => ({
    title: 'Portfolio',
    description: 'What your coins are worth, what you paid and the difference, exactly and minute by minute.',
    canonical: paths.portfolio,
  }),
};
