import skeleton from './skeleton.module.css';

/** A grey box in the place and size of what is being loaded. Width and height in CSS pixels or any CSS length. */
export function Skeleton({
  width = '100%',
  height = 14,
}: {
  width?: number | string;
  height?: number | string;
}) {
  // An SVG takes its size as attributes: the content security policy allows no style attribute in a page.
  return <svg className={skeleton.skeleton} aria-hidden="true" width={width} height={height} />;
}
