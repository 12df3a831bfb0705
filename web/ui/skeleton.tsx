import skeleton from './skeleton.module.css';

/** A grey placeholder for content that is loading. Width and height are CSS pixels or any CSS length. */
export function Skeleton({
  width = '100%',
  height = 14,
}: {
  width?: number | string;
  height?: number | string;
}) {
  // An SVG takes its size from attributes, whereas the content security policy forbids style attributes.
  return <svg className={skeleton.skeleton} aria-hidden="true" width={width} height={height} />;
}
