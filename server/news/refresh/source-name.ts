const maxLength = 40;

/**
 * The source name of a feed without a configured one: its title up to the first colon, bar or dash (`CoinDesk: Bitcoin,
 * Ethereum …` becomes CoinDesk), or its host.
 */
export function sourceName(title: string, address: string): string {
  const name = title.split(/[:|–—»]\s|\s-\s/, 1)[0]?.trim() ?? '';
  return name !== '' && [...name].length <= maxLength
    ? name
    : new URL(address).hostname.replace(/^www\./, '');
}
