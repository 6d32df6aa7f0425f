import type { Stood } from '#tests/support/amount-texts.ts'

type Entered = Stood & { readonly text: string; readonly how: 'typed' | 'pasted' }
export type Met = { readonly name: string; readonly entries: readonly Entered[] }
type Work = {
  readonly path: string
  readonly typed: readonly string[]
  readonly pasted: readonly string[]
  readonly lookName: string
}

/**
 * Tells the page to enter every text into each amount field that it meets, and to keep what came of it in the list that
 * `amountsMet` reads.
 */
export const lookForAmounts = ({ path, typed, pasted, lookName }: Work) => {
  const met: Met[] = []
  const seen = new Set<string>()
  const plain = (words: string) => words.replace(/[\d.,]+/g, '#').trim()
  const wordsOf = (element: Element) => plain(element.getAttribute('aria-label') ?? element.textContent ?? '')
  const layerOf = (element: Element) => plain(element.closest('dialog')?.querySelector('h2')?.textContent ?? '')
  const inputs = () =>
    [...document.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')].filter(
      ({ disabled, readOnly }) => !disabled && !readOnly,
    )
  const nameOf = (input: HTMLInputElement) =>
    [layerOf(input), wordsOf(input.labels?.[0] ?? input)].filter((part) => part !== '').join(' › ')

  const enter = (field: HTMLInputElement, text: string, how: 'typed' | 'pasted'): Entered => {
    field.focus()
    field.select()
    document.execCommand('delete')
    for (const part of how === 'typed' ? text : [text]) document.execCommand('insertText', false, part)
    const during = field.value
    field.blur()
    const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
    return { text, how, during, after: field.value, isInvalid: field.getAttribute('aria-invalid') === 'true', note }
  }
  const look = async () => {
    const before = seen.size
    for (const input of inputs()) {
      const name = nameOf(input)
      if (seen.has(name) || !input.isConnected) continue
      // What lies under a layer takes no focus, and is met when the layer has gone.
      input.focus()
      if (document.activeElement !== input) continue
      seen.add(name)
      const { id } = input
      const field = () => inputs().find((each) => each === input || (id !== '' && each.id === id))
      const entries: Entered[] = []
      for (const [how, texts] of [
        ['typed', typed],
        ['pasted', pasted],
      ] as const) {
        for (const text of texts) {
          const found = field()
          if (found === undefined) break
          entries.push(enter(found, text, how))
          await Promise.resolve()
        }
      }
      if (input.isConnected) {
        input.focus()
        input.select()
        document.execCommand('delete')
        input.blur()
      }
      met.push({ name: `${path} ${name}`, entries })
    }
    return seen.size > before
  }
  Reflect.set(globalThis, lookName, look)
  Reflect.set(globalThis, 'journeyMet', met)
}
export const amountsMet = (): Met[] => Reflect.get(globalThis, 'journeyMet')
