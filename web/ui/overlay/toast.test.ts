import { expect, it } from 'vitest';
import { dismissToast, getToast, showToast, updateToast } from './toast.ts';

it('shows one toast at a time: the newest', () => {
  showToast({ title: 'One' });
  showToast({ title: 'Two' });
  expect(getToast()?.title).toBe('Two');
});

it('updates a toast in its place, with a time of its own', () => {
  const id = showToast({ title: 'Saving…', isBusy: true });
  const before = getToast()!;
  updateToast(id, { title: 'Saved' });
  const after = getToast()!;
  expect(after).toMatchObject({ id, title: 'Saved', isUpdate: true });
  expect(after.isBusy).toBeUndefined();
  expect(after.key).not.toBe(before.key);
  // The button that started it closes the old one late.
  dismissToast(before);
  expect(getToast()).toBe(after);
  dismissToast(after);
  expect(getToast()).toBeNull();
});

it('does not bring back a toast that was dismissed or replaced, except to say that it failed', () => {
  const id = showToast({ title: 'Saving…', isBusy: true });
  dismissToast(getToast()!);
  updateToast(id, { title: 'Saved' });
  expect(getToast()).toBeNull();
  showToast({ title: 'Another' });
  updateToast(id, { title: 'Saved' });
  expect(getToast()?.title).toBe('Another');
  updateToast(id, { title: 'Error', variant: 'destructive' });
  expect(getToast()).toMatchObject({ title: 'Error', isUpdate: false });
});
