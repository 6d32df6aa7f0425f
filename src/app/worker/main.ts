import { createPush, type AppWindow } from './push.ts'
import { createWorker, laterWord, type Shell } from './serve.ts'

const namesIn = (raw: unknown): string[] => (Array.isArray(raw) ? raw.map(String) : [])
/** The release, written before this code by the build. */
const shellIn = (raw: unknown): Shell => {
  const { version, files, later } = Object(raw)
  const { pages, texts } = Object(later)
  return {
    version: String(version),
    files: namesIn(files),
    later: {
      pages: namesIn(pages),
      texts: Object.fromEntries(Object.entries(Object(texts)).map(([lang, some]) => [lang, namesIn(some)])),
    },
  }
}
type Lasting = Event & { readonly waitUntil: (work: Promise<unknown>) => void }
type Asking = Event & { readonly request: Request; readonly respondWith: (answer: Promise<Response>) => void }
const isLasting = (event: Event): event is Lasting => 'waitUntil' in event
const isAsking = (event: Event): event is Asking => 'respondWith' in event
const scopeOf = (raw: object): string =>
  'registration' in raw &&
  typeof raw.registration === 'object' &&
  raw.registration !== null &&
  'scope' in raw.registration
    ? String(raw.registration.scope)
    : ''
const skipWaiting = (raw: object) => {
  if ('skipWaiting' in raw && typeof raw.skipWaiting === 'function') raw.skipWaiting()
}

/** The page of a first visit is served as well, or what was fetched for it could not be opened in it. */
const claim = async () => {
  const clients: unknown = Reflect.get(globalThis, 'clients')
  if (typeof clients === 'object' && clients !== null && 'claim' in clients && typeof clients.claim === 'function')
    await clients.claim()
}

const worker = createWorker(
  {
    caches,
    fetch: (request) => fetch(request),
    scope: scopeOf(globalThis),
    after: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  },
  shellIn(Reflect.get(globalThis, 'kontorShell')),
)
const during = (work: () => Promise<unknown>) => (event: Event) => {
  if (isLasting(event)) event.waitUntil(work())
}

/** What is used of the worker's globals beyond those of a window. */
type Globals = {
  readonly registration: { readonly showNotification: (title: string, options: object) => Promise<unknown> }
  readonly clients: {
    readonly matchAll: (of: object) => Promise<readonly Window[]>
    readonly openWindow: (url: string) => Promise<unknown>
  }
  readonly navigator: {
    readonly userAgent: string
    readonly setAppBadge?: (count: number) => Promise<unknown>
    readonly clearAppBadge?: () => Promise<unknown>
  }
}
type Window = Omit<AppWindow, 'isSeen'> & { readonly visibilityState: string }
const globals: Globals = Object(globalThis)
const scope = scopeOf(globalThis)
const keptIn = async () => caches.open('shown-notifications')
const push = createPush({
  scope,
  show: (title, options) => globals.registration.showNotification(title, options),
  windows: async () => {
    const all = await globals.clients.matchAll({ type: 'window', includeUncontrolled: true })
    return all
      .filter(({ url }) => url.startsWith(scope))
      .map((each) => ({
        url: each.url,
        isSeen: each.visibilityState === 'visible',
        focus: () => each.focus(),
        navigate: (url) => each.navigate(url),
      }))
  },
  open: (url) => globals.clients.openWindow(url),
  badge: async (count) => (count === 0 ? globals.navigator.clearAppBadge?.() : globals.navigator.setAppBadge?.(count)),
  kept: {
    read: async () => namesIn(await (await (await keptIn()).match(scope))?.json().catch(() => [])),
    write: async (ids) => (await keptIn()).put(scope, new Response(JSON.stringify(ids))),
  },
  // Safari ends a subscription whose pushes show nothing.
  mustShow: /AppleWebKit(?!.*(?:Chrome|Chromium))/.test(globals.navigator.userAgent),
})
type Pushed = { readonly data: { readonly json: () => unknown } | null }
type Clicked = { readonly notification: { readonly close: () => void; readonly data: unknown } }
const isPushed = (event: Event): event is Event & Pushed => 'data' in event
const isClicked = (event: Event): event is Event & Clicked => 'notification' in event
/** What is no JSON is none of the venue's. */
const readOf = ({ data }: Pushed): unknown => {
  try {
    return data?.json()
  } catch {
    return null
  }
}

// A new worker waits until nobody uses the old one, or until a person has asked for it: it never takes over a page by
// itself.
addEventListener('install', during(worker.install))
addEventListener(
  'activate',
  during(async () => {
    await worker.activate()
    await claim()
  }),
)
addEventListener('fetch', (event) => {
  const answer = isAsking(event) ? worker.answer(event.request) : null
  if (answer !== null && isAsking(event)) event.respondWith(answer)
})
addEventListener('message', (event) => {
  const said: unknown = event.data
  if (said === 'update') return skipWaiting(globalThis)
  if (typeof said === 'string' && said.startsWith(laterWord) && isLasting(event))
    return event.waitUntil(worker.keepLater(said.slice(laterWord.length)))
  if (Array.isArray(said) && isLasting(event)) event.waitUntil(worker.keepLoaded(said.map(String)))
})
addEventListener('push', (event) => {
  if (isPushed(event) && isLasting(event)) event.waitUntil(push.push(readOf(event)))
})
addEventListener('notificationclick', (event) => {
  if (!isClicked(event) || !isLasting(event)) return
  event.notification.close()
  event.waitUntil(push.click(event.notification.data))
})
