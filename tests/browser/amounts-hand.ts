import type { Stood } from '#tests/support/amount-texts.ts'

type Entered = Stood & { readonly text: string; readonly how: 'typed' | 'pasted' }
export type Met = { readonly name: string; readonly entries: readonly Entered[] }
type Work = {
  readonly path: string
  readonly typed: readonly string[]
  readonly pasted: readonly string[]
  readonly skip: readonly string[]
}

/**
 * Runs in the page: presses each control of the page and of the layers it opens once, and enters every text into each
 * amount field that
 * comes up. `skip` are controls that would end the session or leave the app, by the words on them.
 */
export const exploreAmounts = async ({ path, typed, pasted, skip }: Work): Promise<Met[]> => {
  const mostPresses = 30
  const mostIdle = 9
  const here = location.hash
  const met: Met[] = []
  const seen = new Set<string>()
  const pressed = new Set<string>()
  const rest = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
  const plain = (words: string) => words.replace(/[\d.,]+/g, '#').trim()
  const top = () =>
    [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.querySelector<HTMLElement>('main')
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
  }
  const keyOf = (control: Element) =>
    `${layerOf(control)}|${control.tagName}|${control.closest('[role="radiogroup"]')?.getAttribute('aria-label') ?? ''}|${wordsOf(control)}`
  const controls = () =>
    [
      ...(top()?.querySelectorAll<HTMLElement>(
        'button, input[type="radio"], [role="tab"], select:not(:disabled) option',
      ) ?? []),
    ].filter(
      (control) =>
        !control.matches(':disabled') &&
        !pressed.has(keyOf(control)) &&
        !skip.some((words) => wordsOf(control).includes(words)),
    )
  const press = (control: HTMLElement) => {
    if (!(control instanceof HTMLOptionElement)) return control.click()
    const select = control.closest('select')
    if (select === null) return
    select.value = control.value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }

  await rest(150)
  await look()
  // What was pressed in vain so often has no more fields behind it.
  for (let n = 0, idle = 0; n < mostPresses && idle < mostIdle; n += 1) {
    if (location.hash.split('?')[0] !== here.split('?')[0]) {
      location.replace(here)
      await rest(150)
    }
    const [next] = controls()
    if (next === undefined) {
      const layer = top()
      if (!(layer instanceof HTMLDialogElement)) break
      layer.dispatchEvent(new Event('cancel', { cancelable: true }))
      await rest(80)
      if (layer.open) break
      continue
    }
    pressed.add(keyOf(next))
    const before = seen.size
    press(next)
    await rest(40)
    if (location.hash.split('?')[0] === here.split('?')[0]) await look()
    idle = seen.size > before ? 0 : idle + 1
  }
  for (const layer of [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].toReversed()) {
    layer.dispatchEvent(new Event('cancel', { cancelable: true }))
    await rest(40)
  }
  return met
}
