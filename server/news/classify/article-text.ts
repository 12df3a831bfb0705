/** The text that an article is classified by. */
export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  /** The publisher's own categories. */
  readonly tags: readonly string[];
}
