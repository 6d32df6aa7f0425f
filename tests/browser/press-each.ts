import { textOf } from '#tests/support/files.ts'
import type { Page } from './kit.ts'

/** Under this name a page is told how to look at what has come up: whether something new was among it. */
export const lookName = 'journeyLook'
/** Words of controls that end the session, record a report or change the language, in a language. */
const skippedIn = (lang: string): readonly string[] => {
  const { logout, devices } = JSON.parse(textOf(`locales/${lang}/account.json`))
  const { report } = JSON.parse(textOf(`locales/${lang}/inspector.json`))
  const { languages } = JSON.parse(textOf(`locales/${lang}/ui.json`))
  return [logout.title, devices.end, report.start, report.stop, ...Object.values<string>(languages)]
}
type Work = {
  readonly lang: string
  readonly mostPresses: number
  /** What is entered into each field for an amount as it comes up, so that what depends on it opens. */
  readonly fill?: string
}

/**
 * Presses each control of the page in sight, and of the layers it opens, once, and looks after each press; what was
 * pressed in vain nine times has nothing more to show.
 */
export const pressEach = (page: Page, { lang, ...work }: Work): Promise<void> =>
  page.evaluate(press, { ...work, skip: skippedIn(lang), lookName })

type Known = Omit<Work, 'lang'> & { readonly skip: readonly string[]; readonly lookName: string }
const press = async ({ skip, mostPresses, fill, lookName: name }: Known) => {
  const look: () => boolean | Promise<boolean> = Reflect.get(globalThis, name)
  const mostIdle = 9
  const here = location.hash
  const pressed = new Set<string>()
  const rest = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
  const plain = (words: string) => words.replace(/[\d.,]+/g, '#').trim()
  const top = () =>
    [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.querySelector<HTMLElement>('main')
  const wordsOf = (element: Element) => plain(element.getAttribute('aria-label') ?? element.textContent ?? '')
  const layerOf = (element: Element) => plain(element.closest('dialog')?.querySelector('h2')?.textContent ?? '')
  const isHere = () => location.hash.split('?')[0] === here.split('?')[0]
  const keyOf = (control: Element) =>
    [layerOf(control), control.tagName, control.closest('[role="radiogroup"]')?.ariaLabel, wordsOf(control)].join('|')
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
  const act = (control: HTMLElement) => {
    if (!(control instanceof HTMLOptionElement)) return control.click()
    const select = control.closest('select')
    if (select === null) return
    select.value = control.value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const fillAll = () => {
    if (fill === undefined) return
    for (const field of top()?.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]') ?? []) {
      if (field.disabled || field.readOnly || field.value !== '') continue
      field.focus()
      document.execCommand('insertText', false, fill)
    }
    for (const box of top()?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:not(:checked)') ?? [])
      box.click()
  }
  const cancel = (layer: Element) => layer.dispatchEvent(new Event('cancel', { cancelable: true }))

  await rest(150)
  fillAll()
  await look()
  for (let n = 0, idle = 0; n < mostPresses && idle < mostIdle; n += 1) {
    if (!isHere()) {
      location.replace(here)
      await rest(150)
    }
    fillAll()
    const [next] = controls()
    if (next === undefined) {
      const layer = top()
      if (!(layer instanceof HTMLDialogElement)) break
      cancel(layer)
      await rest(80)
      if (layer.open) break
      continue
    }
    pressed.add(keyOf(next))
    act(next)
    await rest(40)
    idle = isHere() && (await look()) ? 0 : idle + 1
  }
  for (const layer of [...document.querySelectorAll('dialog[open]')].toReversed()) {
    cancel(layer)
    await rest(40)
  }
}
