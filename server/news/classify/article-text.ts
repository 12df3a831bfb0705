/** What an article is judged by. */
export interface ArticleText {
  readonly title: string;
  readonly summary: string;
  /** What its publisher files it under. */
  readonly tags: readonly string[];
}
