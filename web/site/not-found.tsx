import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import page from '#web/ui/styles/page.module.css';
import styles from './not-found.module.css';

/** Shown for an unknown URL, with three ways to continue. */
export function NotFound() {
  const navigate = useNavigate();
  const goBack = () => {
    // A page opened in a new tab has no history to go back to.
    if (history.length > 1) history.back();
    else navigate(paths.home);
  };
  return (
    <div className={`pageWidth ${page.center}`}>
      <div className={styles.notFound}>
        <Scale />
        <div className={styles.text}>
          <h1 className="heading1">Page Not Found</h1>
          <p className="muted">
            There is nothing at this level. The address may be mistyped, or the page may have moved.
          </p>
          <div className="row">
            <Link className={button.primary} to={paths.home}>
              Go Home
            </Link>
            <button className={button.secondary} type="button" onClick={goBack}>
              Go Back
            </button>
          </div>
          <p className="small muted">
            Something broken?{' '}
            <Link className="link" to={paths.contact}>
              Contact us
            </Link>
          </p>
        </div>
      </div>
    </div>
  );
}

const height = 240;
const middle = height / 2;
const tickStep = 11;
const ticks = Array.from({ length: 21 }, (_, index) => index - 10);

/** An altimeter that reads 404. */
function Scale() {
  return (
    <svg
      className={styles.scale}
      viewBox={`0 0 150 ${height}`}
      width="150"
      height={height}
      aria-hidden="true"
    >
      {ticks.map((tick) => (
        <path
          key={tick}
          className={styles.tick}
          d={`M60 ${middle - tick * tickStep}h${tick % 5 === 0 ? 14 : 7}`}
        />
      ))}
      {[402, 403, 405, 406].map((level) => (
        <text key={level} className={styles.number} x="84" y={middle + 4 - (level - 404) * 5 * tickStep}>
          {level}
        </text>
      ))}
      <path className={styles.axis} d={`M60.5 0V${height}`} />
      <path className={styles.level} d={`M0 ${middle}H60`} />
      <path className={styles.box} d={`M72 ${middle}l9-15h58v30H81z`} />
      <text className={styles.boxNumber} x="90" y={middle + 6}>
        404
      </text>
    </svg>
  );
}
