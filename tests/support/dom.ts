import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

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
  if (Reflect.get(target, name) === undefined) Object.defineProperty(target, name, { value, configurable: true, writable: true })
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
