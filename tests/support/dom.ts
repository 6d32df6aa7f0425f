import '@testing-library/jest-dom/vitest'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { useConfig } from '#src/stores/config.ts'
import { useOpenIntents } from '#src/stores/intents.ts'
import { useLoading } from '#src/stores/loading.ts'
import { useMenu } from '#src/stores/menu.ts'
import { useSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { useToasts } from '#src/stores/toasts.ts'

const restart =
  <T>(store: { getInitialState: () => T; setState: (state: T, replace: true) => void }) =>
  () =>
    store.setState(store.getInitialState(), true)
const restarts = [
  restart(useAutoLock),
  restart(useConfig),
  restart(useOpenIntents),
  restart(useLoading),
  restart(useMenu),
  restart(useSession),
  restart(useSettings),
  restart(useToasts),
]

/** The files of one worker share a document: each begins with an empty one, as after a first visit. */
export const openFreshPage = () => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', location.pathname)
  document.body.replaceChildren()
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
  for (const again of restarts) again()
}

/** Minimal stubs of browser features that jsdom lacks and components need. */
class QuietObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

const define = (target: object, name: string, value: unknown) => {
  // Some names exist with the value undefined.
  if (Reflect.get(target, name) === undefined)
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

define(globalThis, 'ResizeObserver', QuietObserver)
define(globalThis, 'IntersectionObserver', QuietObserver)
define(window, 'matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
}))
// Newer browsers return a promise.
define(Element.prototype, 'scrollIntoView', () => Promise.resolve())
define(Element.prototype, 'scrollTo', () => {})
define(Element.prototype, 'setPointerCapture', () => {})
define(Element.prototype, 'releasePointerCapture', () => {})
define(Element.prototype, 'hasPointerCapture', () => false)
define(HTMLElement.prototype, 'showPopover', () => {})
define(HTMLElement.prototype, 'hidePopover', () => {})
define(HTMLElement.prototype, 'togglePopover', () => false)

const open = function (this: HTMLDialogElement) {
  this.setAttribute('open', '')
}
define(HTMLDialogElement.prototype, 'showModal', open)
define(HTMLDialogElement.prototype, 'show', open)
define(HTMLDialogElement.prototype, 'close', function (this: HTMLDialogElement, result = '') {
  if (!this.hasAttribute('open')) return
  this.removeAttribute('open')
  this.returnValue = result
  this.dispatchEvent(new Event('close'))
})
