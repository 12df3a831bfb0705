/*
 * Shows the push messages of alerts, and opens the site when one is pressed. A browser runs this only for users who
 * have turned push messages on. It fetches and keeps nothing.
 */
const home = '/alerts';

/** What the server sent; a message it did not write is shown as what it is. */
function readMessage(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

/** A path of this very site, whatever a message says. */
function toAddress(path) {
  const address = new URL(typeof path === 'string' ? path : home, self.location.origin);
  return address.origin === self.location.origin ? address.href : new URL(home, self.location.origin).href;
}

self.addEventListener('push', (event) => {
  const { id, title, body, path } = readMessage(event.data);
  // The same id takes the place of the one that stands: a message that came twice is shown once.
  const shown = self.registration.showNotification(title ?? 'Altimeter', {
    body: body ?? 'One of your alerts has fired.',
    tag: id ?? 'alert',
    icon: '/mark.svg',
    data: { path },
  });
  event.waitUntil(shown);
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openSite(toAddress(event.notification.data?.path)));
});

/** Goes to a page of ours that stands open, or opens one. */
async function openSite(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === new URL(address).pathname);
  if (page) await page.focus();
  else await self.clients.openWindow(address);
}
