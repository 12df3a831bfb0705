import type { ArticleBlock, ArticleBody } from './article.ts';
import styles from './blog.module.css';

/** The body of an article. */
export function ArticleText({ body }: { body: ArticleBody }) {
  return (
    <div className={styles.text}>
      {body.map((block) => (
        <Block key={keyOf(block)} block={block} />
      ))}
    </div>
  );
}

function keyOf(block: ArticleBlock): string {
  if (typeof block === 'string') return block;
  if ('heading' in block) return block.heading;
  return 'list' in block ? block.list.join() : block.caption;
}

function Block({ block }: { block: ArticleBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  if ('heading' in block) return <h2 className="heading3">{block.heading}</h2>;
  if ('list' in block)
    return (
      <ul>
        {block.list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by itself, with the keyboard too.
    <section className={styles.table} tabIndex={0} aria-label={block.caption}>
      <table>
        <caption className="small muted">{block.caption}</caption>
        <thead>
          <tr>
            {block.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={block.head[column]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={block.head[column]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
