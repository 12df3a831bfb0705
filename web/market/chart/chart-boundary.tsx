import { Component, type ReactNode } from 'react';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';

/**
 * Replaces a chart whose code failed to load (a lost connection, a new release), so that the rest of the page still
 * works.
 */
export class ChartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <section className={`${card.card} ${pageState.state}`} role="alert">
        <p>Failed to load chart data. Please try again later.</p>
        <button type="button" className={button.secondary} onClick={() => location.reload()}>
          Retry
        </button>
      </section>
    );
  }
}
