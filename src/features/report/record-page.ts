import { appVersion } from '#contract/wire/limits.ts'
import { useSession } from '#src/stores/session.ts'
import { createTape, type Tape } from '#src/parts/recording/tape.ts'

/** Stands in the storage of the tab while it records, so that recording goes on after a reload. */
const mark = 'kontor.recording'
let tape: Tape | null = null
/** What is recorded on this page; null while nothing is. */
export const currentTape = () => tape

/**
 * Recording begins with the page, so that a replay knows all that the page knows. False: the browser keeps nothing, so
 * it cannot be begun.
 */
export const beginAnew = (reload = () => location.reload()): boolean => {
  try {
    sessionStorage.setItem(mark, '1')
  } catch {
    return false
  }
  reload()
  return true
}
export const endRecording = () => {
  try {
    sessionStorage.removeItem(mark)
  } catch {
    // Denied meanwhile: the next page does not find the mark either.
  }
  location.reload()
}

/** A tapped part by its kind and its place, without a word that stands in it. */
const partOf = (target: EventTarget | null): string | null => {
  const part = target instanceof Element ? target.closest('a,button,input,select,textarea,label,[role]') : null
  if (part === null) return null
  const kind = part.getAttribute('role') ?? (part instanceof HTMLInputElement ? part.type : null)
  const alike = [...document.querySelectorAll(part.localName)]
  return `${part.localName}${kind === null ? '' : `.${kind}`} ${alike.indexOf(part) + 1}/${alike.length}`
}
const pageOf = () => location.hash.replace(/^#/, '').split('?')[0] ?? ''
const urlOf = (asked: RequestInfo | URL) =>
  typeof asked === 'string' ? asked : asked instanceof URL ? asked.pathname + asked.search : asked.url

type Line = Pick<typeof globalThis, 'fetch' | 'WebSocket'>
function recordSockets(to: Tape, page: Line) {
  let sockets = 0
  page.WebSocket = class extends page.WebSocket {
    readonly #number = (sockets += 1)
    constructor(...asked: ConstructorParameters<typeof WebSocket>) {
      super(...asked)
      const number = this.#number
      to.dialled(number)
      this.addEventListener('open', () => to.opened(number))
      this.addEventListener('message', ({ data }) => (typeof data === 'string' ? to.down(number, data) : undefined))
      this.addEventListener('close', ({ code }) => to.closed(number, code))
    }
    override send(data: Parameters<WebSocket['send']>[0]) {
      if (typeof data === 'string') to.up(this.#number, data)
      super.send(data)
    }
    override close(code?: number, reason?: string) {
      to.left(this.#number)
      super.close(code, reason)
    }
  }
}
function recordCalls(to: Tape, page: Line) {
  const native = page.fetch.bind(globalThis)
  let calls = 0
  page.fetch = async (asked, init) => {
    const url = urlOf(asked)
    // Files of the app are no part of its talk with the venue.
    if (!url.includes('/api/')) return native(asked, init)
    const call = (calls += 1)
    const headers = new Headers(init?.headers)
    to.called(
      call,
      init?.method ?? 'GET',
      url,
      headers.get('Idempotency-Key'),
      typeof init?.body === 'string' ? init.body : '',
    )
    try {
      const response = await native(asked, init)
      void response
        .clone()
        .text()
        .then(
          (text) =>
            to.answered(
              call,
              response.status,
              response.headers.get('Server-Now-Ms'),
              response.headers.get('Retry-After'),
              text,
            ),
          () => to.lost(call),
        )
      return response
    } catch (thrown) {
      to.lost(call)
      throw thrown
    }
  }
}
/** From now on, what the page sends and hears by sockets and calls. */
export const recordLine = (to: Tape, page: Line) => {
  recordSockets(to, page)
  recordCalls(to, page)
}
function recordPage(to: Tape) {
  let page = ''
  let login: number | null = null
  const went = () => {
    if (pageOf() !== page) to.note('went', (page = pageOf()))
  }
  const signIn = () => {
    const { phase, login: number } = useSession.getState()
    const next = phase === 'in' ? number : null
    if (next !== login) to.login((login = next))
  }
  addEventListener(
    'click',
    ({ target }) => {
      const part = partOf(target)
      if (part !== null) to.note('tap', part)
    },
    { capture: true },
  )
  for (const event of ['hashchange', 'popstate']) addEventListener(event, went)
  addEventListener('pageshow', () => to.page('woke'))
  addEventListener('online', () => to.page('online'))
  addEventListener('offline', () => to.page('offline'))
  addEventListener('error', ({ message }) => to.note('error', message.slice(0, 200).replace(/['"`].*?['"`]/g, '•••')))
  document.addEventListener('visibilitychange', () =>
    to.page(document.visibilityState === 'visible' ? 'shown' : 'hidden'),
  )
  useSession.subscribe(signIn)
  went()
}

/**
 * Records from now on, for as long as the page lives. Loaded only where somebody has asked for it: nobody else pays for
 * it.
 */
export function recordFromNow() {
  if (tape !== null) return
  tape = createTape({ steadyMs: () => performance.now(), wallMs: () => Date.now(), app: appVersion.code })
  recordLine(tape, globalThis)
  recordPage(tape)
}
