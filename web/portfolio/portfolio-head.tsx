import { ChevronsUpDown, FolderCog, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Portfolio } from '#contract/portfolio.ts';
import { ExportButton } from './export-button.tsx';

/** The page's heading, with what can be done at its end. */
export function PortfolioHead({ children }: { children?: ReactNode }) {
  return (
    <div className="view-h">
      <div>
        <h1 className="h1">Portfolio</h1>
        <p>Track your cryptocurrency investments</p>
      </div>
      <div className="view-h-end">{children}</div>
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

/** Chooses a portfolio as soon as there are two, and opens what changes them. */
export function PortfolioActions({ portfolios, chosen, onChoose, onManage, onAdd }: PortfolioActionsProps) {
  return (
    <>
      {portfolios.length > 1 && (
        <span className="affix pf-choice">
          <select
            className="input"
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
          <ChevronsUpDown className="i" aria-hidden="true" />
        </span>
      )}
      <button
        type="button"
        className="btn btn-secondary pf-manage"
        aria-haspopup="dialog"
        aria-label="Portfolios"
        title="Make, rename or delete portfolios"
        onClick={onManage}
      >
        <FolderCog className="i" aria-hidden="true" />
        <span className="hide-phone">Portfolios</span>
      </button>
      <ExportButton portfolioId={chosen.id} />
      <AddPositionButton onAdd={onAdd} />
    </>
  );
}

export function AddPositionButton({ onAdd }: { onAdd: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-primary view-h-action pf-add"
      aria-haspopup="dialog"
      onClick={onAdd}
    >
      <Plus className="i" aria-hidden="true" />
      Add Position
    </button>
  );
}
