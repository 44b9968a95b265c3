// Shared memory where the server cannot send headers, as on GitHub Pages. As a script of the page this file registers
// itself as the page's service worker and loads the page once more; as the service worker it adds the headers.
if (typeof document === 'undefined') {
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    // What only the browser's own tools may ask.
    if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
    event.respondWith(fetch(request).then(withHeaders));
  });
} else if (!crossOriginIsolated && isSecureContext) {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', () => location.reload());
  serviceWorker.register(document.currentScript.src);
}

function withHeaders(response) {
  // A response of another origin that may not be read here.
  if (response.type === 'opaque') return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
