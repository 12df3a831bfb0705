const statistics = ['cap', 'volume', 'circulating', 'total', 'high', 'low'];
const links = ['website', 'explorer', 'repository'];

/** The coin page while it loads: boxes of the final sizes. */
export function CoinSkeleton() {
  return (
    <div className="cols-coin" aria-busy="true">
      <p className="vh" role="status">
        Loading the coin
      </p>
      <div className="coin-head">
        <div>
          <div className="coin-title">
            <span className="sk sk-circle" />
            <span className="sk sk-name" />
          </div>
          <span className="sk sk-price" />
          <div className="coin-age">
            <span className="sk sk-age" />
          </div>
        </div>
        <div className="coin-actions">
          <span className="btn sk sk-alert" />
          <span className="btn sk sk-action" />
        </div>
      </div>
      <div className="coin-rail">
        <div className="card card-pad coin-stats">
          <span className="sk sk-heading" />
          <span className="sk sk-tape" />
          <div className="stat-list">
            {statistics.map((name) => (
              <div className="stat" key={name}>
                <span className="sk sk-stat" />
              </div>
            ))}
          </div>
        </div>
        <div className="card card-pad coin-links">
          <div className="h3">
            <span className="sk sk-heading" />
          </div>
          {links.map((name) => (
            <div className="linkrow" key={name}>
              <span className="sk sk-stat" />
            </div>
          ))}
        </div>
      </div>
      <div className="card chartcard">
        <span className="sk sk-head" />
        <div className="chart-box">
          <span className="sk chart-sk" />
        </div>
        <p className="ch-foot" />
      </div>
      <div className="card card-pad coin-about">
        <span className="sk sk-heading" />
        <span className="sk sk-text" />
      </div>
    </div>
  );
}
