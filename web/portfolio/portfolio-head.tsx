import { useQuery } from '@tanstack/react-query';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import FolderCog from 'lucide-react/icons/folder-cog';
import Plus from 'lucide-react/icons/plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { ReactNode } from 'react';
import type { Portfolio } from '#contract/portfolio.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import input from '#web/ui/form/input.module.css';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import button from '#web/ui/styles/button.module.css';
import page from '#web/ui/styles/page.module.css';
import styles from './portfolio.module.css';
import { readTab } from './portfolio-tabs.ts';
import { ExportButton } from './portfolios/export-button.tsx';
import { performanceQuery } from './queries.ts';

/** The page's heading, with actions at its end. */
export function PortfolioHead({ children }: { children?: ReactNode }) {
  return (
    <div className={`${page.head} ${styles.head}`}>
      <div>
        <h1 className="heading1">Portfolio</h1>
        <p>Track your cryptocurrency investments</p>
      </div>
      <div className={`${page.headEnd} ${styles.headEnd}`}>{children}</div>
    </div>
  );
}

interface PortfolioActionsProps {
  portfolios: readonly Portfolio[];
  chosen: Portfolio;
  onChoose: (portfolioId: string) => void;
  onManage: () => void;
  onAdd: () => void;
}

/** A portfolio chooser, if there are several, and buttons to manage portfolios and add positions. */
export function PortfolioActions({ portfolios, chosen, onChoose, onManage, onAdd }: PortfolioActionsProps) {
  const [search] = useSearchParams();
  const { data: performance } = useQuery(performanceQuery(chosen.id));
  // The tab of an empty portfolio has its own, primary button to add a position.
  const isSecondary = performance?.holdings.length === 0 && readTab(search) === 'holdings';
  return (
    <>
      {portfolios.length > 1 && (
        <span className={`${input.affixed} ${styles.choice}`}>
          <select
            className={input.input}
            aria-label="Portfolio"
            value={chosen.id}
            onChange={(event) => onChoose(event.target.value)}
          >
            {portfolios.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <ChevronsUpDown className="icon" aria-hidden="true" />
        </span>
      )}
      <button
        type="button"
        className={`${button.secondary} ${styles.manage}`}
        aria-haspopup="dialog"
        aria-label="Portfolios"
        title="Create, rename or delete portfolios"
        onClick={onManage}
      >
        <FolderCog className="icon" aria-hidden="true" />
        <span className="hiddenOnPhone">Portfolios</span>
      </button>
      <button
        type="button"
        className={`${button.secondary} ${button.iconOnly} hiddenOnPhone`}
        aria-haspopup="dialog"
        aria-label="Method and wallets"
        title="Method, currency and wallets"
        onClick={() => openOverlay('ledger-settings')}
      >
        <SlidersHorizontal className="icon" aria-hidden="true" />
      </button>
      <ExportButton portfolioId={chosen.id} />
      <AddPositionButton isSecondary={isSecondary} onAdd={onAdd} />
    </>
  );
}

/** Opens the dialog that adds a position. */
export function AddPositionButton({ isSecondary, onAdd }: { isSecondary?: boolean; onAdd: () => void }) {
  return (
    <button
      type="button"
      className={`${isSecondary ? button.secondary : button.primary} ${page.headAction} ${styles.add}`}
      aria-haspopup="dialog"
      onClick={onAdd}
    >
      <Plus className="icon" aria-hidden="true" />
      Add Position
    </button>
  );
}
