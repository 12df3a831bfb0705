import { describe, expect, it } from 'vitest';
import { newsCategories } from '#contract/news.ts';
import { listCategories } from './categories.ts';
import { listThemes } from './themes.ts';

const categoriesOf = (title: string, summary = '', tags: string[] = []) =>
  listCategories({ title, summary, tags });

describe('the categories of an article', () => {
  it.each([
    ['Bitcoin holds above $100,000 after the rate decision', ['Bitcoin', 'Market']],
    ['bitcoin miners sell', ['Bitcoin', 'Technology']],
    ['Fee market changes move into the next Ethereum upgrade', ['Ethereum', 'Technology', 'Market']],
    ['Central bank ends its retail CBDC pilot', ['CBDC', 'Innovation']],
    ['Layer-2 fees fall again', ['Layer2']],
    ['NFTs are back, says OpenSea', ['NFT']],
    ['DeFi lending protocols vote', ['DeFi']],
    ['SEC sues an exchange', ['Regulation']],
    ['Regulators publish draft rules', ['Regulation']],
    ['A hacker returns the money', ['Technology']],
    ['Startup raises $20M', ['Innovation']],
    ['Nothing that any rule knows', ['Market']],
    ['A pause of ten sec, and they are fed up', ['Market']],
  ])('%s', (title, categories) => expect(categoriesOf(title)).toEqual(categories));

  it('also come from the publisher’s tags, and from the summary only if those match nothing', () => {
    expect(categoriesOf('What happened', 'Bitcoin rose.', ['DeFi'])).toEqual(['DeFi']);
    expect(categoriesOf('What happened', 'Bitcoin rose.')).toEqual(['Bitcoin']);
  });

  it('are at most three of the ten', () => {
    const everything = categoriesOf('CBDC NFT DeFi SEC Bitcoin Ethereum AI price rollup upgrade');
    expect(everything).toEqual(['CBDC', 'Layer2', 'NFT']);
    for (const category of everything) expect(newsCategories).toContain(category);
  });
});

describe('the themes of an article', () => {
  it.each([
    ['Spot ETFs see inflows', ['ETFs']],
    ['The Fed’s rate cut', ['Interest rates']],
    ['Stablecoin issuer freezes a hacker’s wallet', ['Stablecoins', 'Hacks and exploits']],
    ['He fed the miners', ['Mining']],
    ['Said again', []],
  ])('%s', (text, themes) => expect(listThemes(text)).toEqual(themes));
});
