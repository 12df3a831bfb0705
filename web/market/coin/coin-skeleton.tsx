import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import brush from '../brush/brush.module.css';
import chart from '../coin-chart/coin-chart.module.css';
import about from './coin-about.module.css';
import head from './coin-head.module.css';
import linkStyles from './coin-links.module.css';
import page from './coin-page.module.css';
import size from './coin-skeleton.module.css';
import stats from './coin-stats.module.css';

const statistics = ['cap', 'volume', 'circulating', 'total', 'high', 'low'];
const records = ['high', 'low'];
const links = ['website', 'explorer', 'repository'];

/** The coin page while loading: boxes of the final sizes. */
export function CoinSkeleton() {
  return (
    <div className={page.view} aria-busy="true">
      <p className="visuallyHidden" role="status">
        Loading the coin
      </p>
      <div className={head.head}>
        <div className={head.identity}>
          <div className={head.title}>
            <span className={`${skeleton.skeleton} ${size.skeletonCircle}`} />
            <span className={`${skeleton.skeleton} ${size.skeletonName}`} />
          </div>
          <span className={`${skeleton.skeleton} ${size.skeletonPrice}`} />
          <div className={head.age}>
            <span className={`${skeleton.skeleton} ${size.skeletonAge}`} />
          </div>
        </div>
        <div className={head.actions}>
          <span className={`${button.button} ${skeleton.skeleton} ${size.skeletonAlert}`} />
          <span className={`${button.button} ${skeleton.skeleton} ${size.skeletonAction}`} />
        </div>
      </div>
      <section className={`${card.card} ${chart.card}`}>
        <div className={chart.head}>
          <span className={`${skeleton.skeleton} ${size.skeletonHeading}`} />
        </div>
        <div className={chart.plot}>
          <div className={chart.box}>
            <span className={`${skeleton.skeleton} ${chart.skeleton}`} />
          </div>
        </div>
        <div className={brush.brush}>
          <div className={brush.brushPlot} />
        </div>
        <p className={chart.foot} />
      </section>
      <div className={page.columns}>
        <div className={page.main}>
          <section className={`${card.card} ${card.padded} ${about.about}`}>
            <span className={`${skeleton.skeleton} ${size.skeletonHeading}`} />
            <span className={`${skeleton.skeleton} ${size.skeletonText}`} />
          </section>
          <section className={`${card.card} ${card.padded} ${linkStyles.links}`}>
            {links.map((name) => (
              <div className={linkStyles.linkRow} key={name}>
                <span className={`${skeleton.skeleton} ${size.skeletonStatistic}`} />
              </div>
            ))}
          </section>
        </div>
        <section className={`${card.card} ${card.padded}`}>
          <span className={`${skeleton.skeleton} ${size.skeletonHeading}`} />
          <span className={`${skeleton.skeleton} ${size.skeletonRange}`} />
          <div>
            {statistics.map((name) => (
              <div className={stats.statistic} key={name}>
                <span
                  className={`${skeleton.skeleton} ${records.includes(name) ? size.skeletonRecord : size.skeletonStatistic}`}
                />
              </div>
            ))}
          </div>
        </section>
      </div>
    </div>
  );
}
