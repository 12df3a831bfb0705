/*
 * The operator's own accounts: put full addresses here, and their icons appear in the bar, the footer and the menu.
 * An empty one is not shown, so that nothing ever leads to a stranger's account. The e-mail link needs no entry: it is
 * the server's support address.
 */
export const socialLinks = {
  /** A microblog account. */
  microblog: '',
  /** A chat server or group. */
  chat: '',
  /** The repository of this installation's source. */
  repository: '',
};
