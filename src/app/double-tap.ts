import { limits } from '#contract/wire/limits.ts'

type Ports = { readonly say: () => void; readonly nowMs: () => number }

/**
 * Guards a button for two seconds after a tap that started an action: a second tap only shows a toast.
 * Taps that started nothing (an invalid form, a tab) are not guarded, nor is what follows a refusal or an edit: that is
 * another intent. Returns the function that removes the listeners.
 */
export const guardDoubleTaps = (page: Document, { say, nowMs }: Ports) => {
  let guardedUntil = new WeakMap<Element, number>()
  const onInput = () => {
    guardedUntil = new WeakMap()
  }
  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button === null) return
    const atMs = nowMs()
    const isBusy = button.getAttribute('aria-busy') === 'true'
    const mayRetry = button.hasAttribute('data-retry') || button.form?.hasAttribute('data-retry') === true
    if (isBusy || ((guardedUntil.get(button) ?? 0) > atMs && !mayRetry)) {
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
  page.addEventListener('input', onInput, { capture: true })
  return () => {
    page.removeEventListener('click', onClick, { capture: true })
    page.removeEventListener('input', onInput, { capture: true })
  }
}
