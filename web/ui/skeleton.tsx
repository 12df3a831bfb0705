import skeleton from './skeleton.module.css';

/** A grey box in the place and size of what is being loaded. Width and height in CSS pixels or any CSS length. */
export function Skeleton({
  width = '100%',
  height = 14,
}: {
  width?: number | string;
  height?: number | string;
}) {
  return <span className={skeleton.skeleton} aria-hidden="true" style={{ width, height }} />;
}
