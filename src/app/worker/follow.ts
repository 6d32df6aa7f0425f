import { laterWord } from './serve.ts'

/** What is used of `navigator.serviceWorker`. */
export type Container = Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'> & {
  readonly register: () => Promise<ServiceWorkerRegistration>
}
type Ports = {
  readonly container: Container
  /** Shows that a new version is there; `accept` is called when the person wants it. */
  readonly offer: (accept: () => void) => void
  readonly reload: () => void
  /** The files that this page has loaded. */
  readonly loaded: () => readonly string[]
  /** The language of a member whose next pages may be fetched; null while nobody is in, or where data is saved. */
  readonly later: () => string | null
  /** Calls back now and then while the page is looked at. */
  readonly often: (work: () => void) => void
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a worker, not a window
const tell = (worker: ServiceWorker, what: string | readonly string[]) => worker.postMessage(what)

/**
 * Installs the service worker, and offers a new version when one has been installed beside it. The page is reloaded by
 * the person who
 * accepts, in the tab in which they do; nothing else reloads it. Answers with what tells the worker anew what to keep.
 */
export async function followWorker({ container, offer, reload, loaded, later, often }: Ports) {
  const registration = await container.register()
  let offered: ServiceWorker | null = null
  const consider = () => {
    const { waiting } = registration
    if (waiting === null || waiting === offered || container.controller === null) return
    offered = waiting
    offer(() => {
      container.addEventListener('controllerchange', reload, { once: true })
      tell(waiting, 'update')
    })
  }
  consider()
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', consider)
  })
  const keep = () => {
    // The page of a first visit has no controller at once.
    const worker = container.controller ?? registration.active
    if (worker === null) return
    tell(worker, loaded())
    const lang = later()
    if (lang !== null) tell(worker, laterWord + lang)
  }
  keep()
  container.addEventListener('controllerchange', keep)
  often(() => {
    keep()
    registration.update().catch(() => {})
  })
  return keep
}
