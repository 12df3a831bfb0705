import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { expectAccessible } from '../support/accounts/user-page.ts';
import { serveSite } from '../support/test-site.ts';
import { openPage, watchPage } from '../support/watch-page.ts';

const server = serveSite('learning');
let number = 0;

const open = (page: Page, path: string) => openPage(page, server.url + path);
const lesson = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Answers the current lesson's question with its first option, and submits it. */
async function answer(page: Page): Promise<void> {
  await lesson(page).getByRole('radio').first().check();
  await press(page, 'Submit Answer');
}

/** Goes through a module with `count` lessons. */
async function walkThrough(page: Page, title: string, count: number): Promise<void> {
  await press(page, new RegExp(`^(Start Learning|Review): ${title}$`));
  for (let place = 1; place <= count; place += 1) {
    await expect(lesson(page).getByText(`Lesson ${place} of ${count}`, { exact: true })).toBeVisible();
    await answer(page);
    await press(page, place === count ? 'Complete Module' : 'Next Lesson');
  }
  await expect(lesson(page)).toBeHidden();
}

test('a visitor completes a module, which is marked for this visit', async ({ page }) => {
  const watched = watchPage(page);
  await open(page, '/learn');
  await expect(page.getByRole('heading', { name: 'Learn Cryptocurrency', level: 1 })).toBeVisible();
  await expect(page.getByText('Saved for this visit')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Overall progress' })).toHaveAttribute('value', '0');
  await expectAccessible(page);

  await press(page, 'Start Learning: Cryptocurrency Basics');
  await expect(lesson(page).getByRole('heading', { name: 'What a blockchain is' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Next Lesson' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Submit Answer' })).toBeDisabled();
  await answer(page);
  await expect(lesson(page).getByText('Not quite.')).toBeVisible();
  await expect(lesson(page).getByText('Your answer')).toBeVisible();
  await expect(lesson(page).getByText('Correct answer')).toBeVisible();
  await expect(lesson(page).getByRole('radio').first()).toBeDisabled();
  await expectAccessible(page);
  await press(page, 'Next Lesson');
  await press(page, 'Previous');
  await expect(lesson(page).getByText('Not quite.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lesson(page)).toBeHidden();

  await walkThrough(page, 'Cryptocurrency Basics', 5);
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review: Cryptocurrency Basics' })).toBeVisible();
  await expect(page.getByText('33%').first()).toBeVisible();
  await expect(page.getByText('45', { exact: true })).toBeVisible();

  await press(page, 'Review: Cryptocurrency Basics');
  await expect(page.getByRole('button', { name: 'Submit Answer' })).toBeDisabled();
  watched.expectNoProblems();
});

test('progress is stored in the account @once @long', async ({ page }) => {
  await signUp(page, server.url, `lena.${++number}@example.com`);
  await open(page, '/learn');
  await expect(page.getByText('Saved to your account')).toBeVisible();
  await walkThrough(page, 'Portfolio Management', 6);
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Review: Portfolio Management' })).toBeVisible();
});

test('progress that could not be saved is reported, remembered, and saved by a retry @once @long', async ({
  page,
}) => {
  await signUp(page, server.url, `lena.${++number}@example.com`);
  await open(page, '/learn');
  await expect(page.getByText('Saved to your account')).toBeVisible();
  await page.route('**/api/learning/*', (route) => route.abort());
  await walkThrough(page, 'Cryptocurrency Basics', 5);
  await expect(page.getByText('Your progress could not be loaded or saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review: Cryptocurrency Basics' })).toBeVisible();
  await page.unroute('**/api/learning/*');
  await press(page, 'Retry');
  await expect(page.getByText('Your progress could not be loaded or saved.')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Review: Cryptocurrency Basics' })).toBeVisible();
});
