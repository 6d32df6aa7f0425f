import { createWorker, type Shell } from './serve.ts'

/** The release, written before this code by the build. */
const shellIn = (raw: unknown): Shell => {
  const { version, files } = Object(raw)
  return { version: String(version), files: Array.isArray(files) ? files.map(String) : [] }
}
type Lasting = Event & { readonly waitUntil: (work: Promise<unknown>) => void }
type Asking = Event & { readonly request: Request; readonly respondWith: (answer: Promise<Response>) => void }
const isLasting = (event: Event): event is Lasting => 'waitUntil' in event
const isAsking = (event: Event): event is Asking => 'respondWith' in event
const scopeOf = (raw: object): string => ('registration' in raw && typeof raw.registration === 'object' && raw.registration !== null && 'scope' in raw.registration ? String(raw.registration.scope) : '')
const skipWaiting = (raw: object) => {
  if ('skipWaiting' in raw && typeof raw.skipWaiting === 'function') raw.skipWaiting()
}

const worker = createWorker(
  { caches, fetch: (request) => fetch(request), scope: scopeOf(globalThis), after: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
  shellIn(Reflect.get(globalThis, 'kontorShell')),
)
const during = (work: () => Promise<unknown>) => (event: Event) => {
  if (isLasting(event)) event.waitUntil(work())
}

// A new worker waits until nobody uses the old one, or until a person has asked for it: it never takes over a page by itself.
addEventListener('install', during(worker.install))
addEventListener('activate', during(worker.activate))
addEventListener('fetch', (event) => {
  const answer = isAsking(event) ? worker.answer(event.request) : null
  if (answer !== null && isAsking(event)) event.respondWith(answer)
})
addEventListener('message', (event) => {
  const said: unknown = event.data
  if (said === 'update') return skipWaiting(globalThis)
  if (Array.isArray(said) && isLasting(event)) event.waitUntil(worker.keepLoaded(said.map(String)))
})
