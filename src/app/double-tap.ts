import { limits } from '#contract/wire/limits.ts'

type Ports = { readonly say: () => void; readonly nowMs: () => number }

/**
 * Guards a button for two seconds after a tap that started an action: a second tap only shows a toast.
 * Taps that started nothing (an invalid form, a tab) and taps after a refusal are not guarded.
 * Returns the function that removes the listener.
 */
export const guardDoubleTaps = (page: Document, { say, nowMs }: Ports) => {
  const guardedUntil = new WeakMap<Element, number>()
  const onClick = (event: MouseEvent) => {
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
    // The button shows whether an action was started only after the click was handled.
    setTimeout(() => {
      if (button.getAttribute('aria-busy') === 'true') guardedUntil.set(button, atMs + limits.doubleTapMs)
    })
  }
  page.addEventListener('click', onClick, { capture: true })
  return () => page.removeEventListener('click', onClick, { capture: true })
}
