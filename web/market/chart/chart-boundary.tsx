import { Component, type ReactNode } from 'react';

/** Replaces a chart whose code could not be loaded (a lost connection, a new release), so that the rest of the page works. */
export class ChartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <section className="card state" role="alert">
        <p>Failed to load chart data. Please try again later.</p>
        <button type="button" className="btn btn-secondary" onClick={() => location.reload()}>
          Retry
        </button>
      </section>
    );
  }
}
