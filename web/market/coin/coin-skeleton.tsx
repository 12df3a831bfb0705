import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import chart from '../chart/chart.module.css';
import coin from './coin.module.css';

const statistics = ['cap', 'volume', 'circulating', 'total', 'high', 'low'];
const links = ['website', 'explorer', 'repository'];

/** The coin page while loading: boxes of the final sizes. */
export function CoinSkeleton() {
  return (
    <div className={coin.columns} aria-busy="true">
      <p className="visuallyHidden" role="status">
        Loading the coin
      </p>
      <div className={coin.head}>
        <div>
          <div className={coin.title}>
            <span className={`${skeleton.skeleton} ${coin.skeletonCircle}`} />
            <span className={`${skeleton.skeleton} ${coin.skeletonName}`} />
          </div>
          <span className={`${skeleton.skeleton} ${coin.skeletonPrice}`} />
          <div className={coin.age}>
            <span className={`${skeleton.skeleton} ${coin.skeletonAge}`} />
          </div>
        </div>
        <div className={coin.actions}>
          <span className={`${button.button} ${skeleton.skeleton} ${coin.skeletonAlert}`} />
          <span className={`${button.button} ${skeleton.skeleton} ${coin.skeletonAction}`} />
        </div>
      </div>
      <div className={coin.rail}>
        <div className={`${card.card} ${card.padded} ${coin.statistics}`}>
          <span className={`${skeleton.skeleton} ${coin.skeletonHeading}`} />
          <span className={`${skeleton.skeleton} ${coin.skeletonTape}`} />
          <div className={coin.statisticList}>
            {statistics.map((name) => (
              <div className={coin.statistic} key={name}>
                <span className={`${skeleton.skeleton} ${coin.skeletonStatistic}`} />
              </div>
            ))}
          </div>
        </div>
        <div className={`${card.card} ${card.padded} ${coin.links}`}>
          <div className="heading3">
            <span className={`${skeleton.skeleton} ${coin.skeletonHeading}`} />
          </div>
          {links.map((name) => (
            <div className={coin.linkRow} key={name}>
              <span className={`${skeleton.skeleton} ${coin.skeletonStatistic}`} />
            </div>
          ))}
        </div>
      </div>
      <div className={`${card.card} ${chart.card}`}>
        <span className={`${skeleton.skeleton} ${coin.skeletonHead}`} />
        <div className={chart.box}>
          <span className={`${skeleton.skeleton} ${chart.skeleton}`} />
        </div>
        <p className={chart.foot} />
      </div>
      <div className={`${card.card} ${card.padded} ${coin.about}`}>
        <span className={`${skeleton.skeleton} ${coin.skeletonHeading}`} />
        <span className={`${skeleton.skeleton} ${coin.skeletonText}`} />
      </div>
    </div>
  );
}
