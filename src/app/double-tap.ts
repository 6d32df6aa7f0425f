import { limits } from '#contract/wire/limits.ts'

type Ports = { readonly say: () => void; readonly nowMs: () => number }

/**
 * A tap that set something going is guarded for two seconds: a second tap on the same button does nothing but say so.
 * Taps that set nothing going (a form that is not right yet, a tab) are free, and so is the one after a refusal.
 * Returns how to stop.
 */
export const guardDoubleTaps = (page: Document, { say, nowMs }: Ports) => {
  const guardedUntil = new WeakMap<Element, number>()
  const hear = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button === null) return
    const atMs = nowMs()
    const isBusy = button.getAttribute('aria-busy') === 'true'
    if (isBusy || ((guardedUntil.get(button) ?? 0) > atMs && !button.hasAttribute('data-retry'))) {
      event.preventDefault()
      event.stopPropagation()
      say()
      return
    }
    // What the tap sets going shows on the button once it has been heard.
    setTimeout(() => {
      if (button.getAttribute('aria-busy') === 'true') guardedUntil.set(button, atMs + limits.doubleTapMs)
    })
  }
  page.addEventListener('click', hear, { capture: true })
  return () => page.removeEventListener('click', hear, { capture: true })
}
