import { createWorker, laterWord, type Shell } from './serve.ts'

const namesIn = (raw: unknown): string[] => (Array.isArray(raw) ? raw.map(String) : [])
/** The release, written before this code by the build. */
const shellIn = (raw: unknown): Shell => {
  const { version, files, later } = Object(raw)
  const { pages, texts } = Object(later)
  return { version: String(version), files: namesIn(files), later: { pages: namesIn(pages), texts: Object.fromEntries(Object.entries(Object(texts)).map(([lang, some]) => [lang, namesIn(some)])) } }
}
type Lasting = Event & { readonly waitUntil: (work: Promise<unknown>) => void }
type Asking = Event & { readonly request: Request; readonly respondWith: (answer: Promise<Response>) => void }
const isLasting = (event: Event): event is Lasting => 'waitUntil' in event
const isAsking = (event: Event): event is Asking => 'respondWith' in event
const scopeOf = (raw: object): string => ('registration' in raw && typeof raw.registration === 'object' && raw.registration !== null && 'scope' in raw.registration ? String(raw.registration.scope) : '')
const skipWaiting = (raw: object) => {
  if ('skipWaiting' in raw && typeof raw.skipWaiting === 'function') raw.skipWaiting()
}

/** The page of a first visit is served as well, or what was fetched for it could not be opened in it. */
const claim = async () => {
  const clients: unknown = Reflect.get(globalThis, 'clients')
  if (typeof clients === 'object' && clients !== null && 'claim' in clients && typeof clients.claim === 'function') await clients.claim()
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
addEventListener('activate', during(async () => {
  await worker.activate()
  await claim()
}))
addEventListener('fetch', (event) => {
  const answer = isAsking(event) ? worker.answer(event.request) : null
  if (answer !== null && isAsking(event)) event.respondWith(answer)
})
addEventListener('message', (event) => {
  const said: unknown = event.data
  if (said === 'update') return skipWaiting(globalThis)
  if (typeof said === 'string' && said.startsWith(laterWord) && isLasting(event)) return event.waitUntil(worker.keepLater(said.slice(laterWord.length)))
  if (Array.isArray(said) && isLasting(event)) event.waitUntil(worker.keepLoaded(said.map(String)))
})
