import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { Portfolio } from '#contract/portfolio.ts';
import { reassure } from '#web/lib/errors.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { PortfolioBody } from './portfolio-body.tsx';
import { PortfolioActions, PortfolioHead } from './portfolio-head.tsx';
import { PortfolioBodySkeleton } from './portfolio-skeleton.tsx';
import { portfoliosQuery } from './queries.ts';

const manageOverlay = 'portfolios';
const addOverlay = 'holding-add';
const portfoliosDialog = lazyModule(() => import('./portfolios/portfolios-dialog.tsx'));

/** The user's portfolios, one at a time: the one named in the URL, or else the oldest. */
export function PortfolioView() {
  const { data: portfolios, error, refetch } = useQuery(portfoliosQuery());
  const [search, setSearch] = useSearchParams();
  const chosen = portfolios && choose(portfolios, search.get('portfolio'));
  const showPortfolio = (id: string) => setSearch({ portfolio: id }, { replace: true });
  const addPosition = () => openOverlay(addOverlay);
  if (!portfolios || !chosen) {
    return (
      <>
        <PortfolioHead />
        {error ? (
          <PortfoliosFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <PortfolioBodySkeleton />
        )}
      </>
    );
  }
  return (
    <>
      <PortfolioHead>
        <PortfolioActions
          portfolios={portfolios}
          chosen={chosen}
          onChoose={showPortfolio}
          onManage={() => openOverlay(manageOverlay)}
          onAdd={addPosition}
        />
      </PortfolioHead>
      <PortfolioBody key={chosen.id} portfolioId={chosen.id} addOverlay={addOverlay} onAdd={addPosition} />
      <LazyOverlay name={manageOverlay} module={portfoliosDialog}>
        {({ PortfoliosDialog }, close) => (
          <PortfoliosDialog portfolios={portfolios} onCreated={showPortfolio} onClose={close} />
        )}
      </LazyOverlay>
    </>
  );
}

/** The portfolio named in the URL, or the oldest. */
function choose(portfolios: readonly Portfolio[], id: string | null): Portfolio | undefined {
  return portfolios.find((portfolio) => portfolio.id === id) ?? portfolios[0];
}

function PortfoliosFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={`${card.card} ${pageState.state}`} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">Your portfolio could not be loaded</h2>
      <p>Your data is safe. {reassure(error)}</p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
