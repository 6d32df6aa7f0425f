import { act, fireEvent } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Stood } from './amount-texts.ts'

type Enter = (field: () => HTMLInputElement, name: string) => Promise<void>

const inputs = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')].filter(({ disabled }) => !disabled)
/** The layer on top, or the page. */
const top = () => [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.querySelector<HTMLElement>('main')
const wordsOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/[\d.,]+/g, '#').trim()
const nameOf = (input: HTMLInputElement) => {
  const layer = input.closest('dialog')?.querySelector('h2')?.textContent ?? ''
  return [layer.replace(/[\d.,]+/g, '#'), wordsOf(input.labels?.[0] ?? input)].filter((part) => part !== '').join(' › ')
}

/** A hand on the rendered app: it presses what can be pressed, and finds every amount field that comes up. */
export const aPhone = () => {
  const user = userEvent.setup({ delay: null })
  const rest = () => act(() => new Promise<void>((done) => setTimeout(done, 30)))
  const stoodAs = (field: HTMLInputElement, during: string): Stood => ({
    during, after: field.value, isInvalid: field.getAttribute('aria-invalid') === 'true',
    note: document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  })
  const press = async (control: Element) => {
    if (control instanceof HTMLOptionElement) {
      const select = control.closest('select')
      if (select !== null) await act(() => Promise.resolve(fireEvent.change(select, { target: { value: control.value } })))
    } else await act(() => Promise.resolve(fireEvent.click(control)))
    await rest()
  }
  const closeLayers = async () => {
    for (let n = 0; n < 4 && document.querySelector('dialog[open]') !== null; n += 1) {
      const layer = top()
      if (layer instanceof HTMLDialogElement) await act(() => Promise.resolve(fireEvent(layer, new Event('cancel', { cancelable: true }))))
      await rest()
    }
  }
  return {
    rest,
    clear: (field: HTMLInputElement) => user.clear(field),
    /** Follows a way, and waits until the page at its end has come; a way that leads back to the same page is given up. */
    open: async (follow: () => void) => {
      const before = new Set<Element>(document.querySelectorAll('main h1'))
      await act(() => Promise.resolve(follow()))
      for (let n = 0; n < 40 && ![...document.querySelectorAll('main h1')].some((heading) => !before.has(heading)); n += 1) await rest()
      await rest()
    },
    enter: async (field: HTMLInputElement, text: string, how: 'typed' | 'pasted'): Promise<Stood> => {
      await act(() => Promise.resolve(field.focus()))
      if (how === 'typed') await user.keyboard(text)
      else await user.paste(text)
      const during = field.value
      await act(() => Promise.resolve(field.blur()))
      return stoodAs(field, during)
    },
    /** Presses each control of a page and of the layers it opens once, and hands over each amount field once. */
    explore: async (path: string, tell: Enter) => {
      const here = location.hash
      const pressed = new Set<string>()
      const met = new Set<string>()
      const look = async () => {
        for (const input of inputs()) {
          const name = `${path} ${nameOf(input)}`
          if (met.has(name) || !input.isConnected) continue
          met.add(name)
          const { id } = input
          await tell(() => {
            // A change of language may mount it anew.
            const same = inputs().find((each) => each.id === id) ?? inputs().find((each) => nameOf(each) === nameOf(input))
            if (same === undefined) throw new Error(`${name} is gone`)
            return same
          }, name)
        }
      }
      const controlsOf = (layer: ParentNode | null) =>
        [...(layer?.querySelectorAll<HTMLElement>('button, input[type="radio"], [role="tab"], select:not(:disabled) option') ?? [])].filter(
          (control) => !control.matches(':disabled') && !pressed.has(keyOf(control)),
        )
      const keyOf = (control: Element) => {
        const label = control instanceof HTMLInputElement ? wordsOf(control.labels?.[0] ?? control) : wordsOf(control)
        const layer = control.closest('dialog')?.querySelector('h2')?.textContent ?? ''
        return `${layer.replace(/[\d.,]+/g, '#')}|${control.tagName}|${control.closest('[role="radiogroup"]')?.getAttribute('aria-label') ?? ''}|${label}`
      }
      await look()
      for (let n = 0; n < 60; n += 1) {
        if (location.hash !== here) {
          await act(() => Promise.resolve(history.replaceState(null, '', here)))
          await act(() => Promise.resolve(fireEvent.popState(window)))
          await rest()
        }
        const [next] = controlsOf(top())
        if (next === undefined) {
          if (document.querySelector('dialog[open]') === null) break
          await closeLayers()
          continue
        }
        pressed.add(keyOf(next))
        await press(next)
        if (location.hash.split('?')[0] === here.split('?')[0]) await look()
      }
      await closeLayers()
    },
  }
}
