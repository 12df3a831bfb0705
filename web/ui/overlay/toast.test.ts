import { expect, it } from 'vitest';
import { dismissToast, getToast, showToast, updateToast } from './toast.ts';

it('Only the newest toast is shown', () => {
  showToast({ title: 'One' });
  showToast({ title: 'Two' });
  expect(getToast()?.title).toBe('Two');
});

it('A toast is updated in place, which restarts its time', () => {
  const id = showToast({ title: 'Saving…', isBusy: true });
  const before = getToast()!;
  updateToast(id, { title: 'Saved' });
  const after = getToast()!;
  expect(after).toMatchObject({ id, title: 'Saved', isUpdate: true });
  expect(after.isBusy).toBeUndefined();
  expect(after.key).not.toBe(before.key);
  // A late dismissal of the old toast, by its close button.
  dismissToast(before);
  expect(getToast()).toBe(after);
  dismissToast(after);
  expect(getToast()).toBeNull();
});

it('A toast that was dismissed or replaced does not return, except for a failure', () => {
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
