/**
 * One window of a browser, whatever drives it. Code is the text of an expression; its value comes back as JSON would
 * carry it.
 */
export type Hand = {
  readonly open: (url: string) => Promise<void>
  readonly evaluate: <R>(code: string | (() => R | Promise<R>)) => Promise<R>
  /** A click of the pointer on the first element of a selector. */
  readonly press: (selector: string) => Promise<void>
  /** Keys for whatever has the focus. */
  readonly keys: (text: string) => Promise<void>
  readonly size: (width: number, height: number) => Promise<void>
  readonly back: () => Promise<void>
  readonly forward: () => Promise<void>
  readonly reload: () => Promise<void>
  /** Uncaught errors and console errors so far. */
  readonly heard: () => readonly string[]
  /** Closes the window and forgets all it has stored. */
  readonly close: () => Promise<void>
}

/** A started browser. */
export type Engine = {
  readonly name: string
  readonly version: string
  /** Opens an empty window without anything stored. */
  readonly page: () => Promise<Hand>
  readonly close: () => Promise<void>
}

export const expressionOf = (code: string | (() => unknown)) =>
  typeof code === 'string' ? code : `(${String(code)})()`

/** Calls a function of the page with one argument. It is sent as text: nothing around it can be reached. */
export const ask = <A, R>(hand: Hand, fn: (arg: A) => R | Promise<R>, arg: A): Promise<R> =>
  hand.evaluate<R>(`(${String(fn)})(${JSON.stringify(arg)})`)

const waitMs = 20_000
const lookEveryMs = 50

/** Waits until something is so; throws with `what`, and with what is in sight, when it is not in time. */
export const until = async (hand: Hand, what: string, isSo: () => Promise<boolean>, mostMs = waitMs): Promise<void> => {
  const endsAt = performance.now() + mostMs
  while (!(await isSo())) {
    if (performance.now() > endsAt) {
      const text = await hand.evaluate(() => document.body?.innerText ?? '')
      throw new Error(`not within ${mostMs / 1000} s: ${what}; in sight: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`)
    }
    await new Promise((done) => setTimeout(done, lookEveryMs))
  }
}

/** Waits until a function of the page answers yes. */
export const untilSo = <A>(
  hand: Hand,
  what: string,
  fn: (arg: A) => boolean | Promise<boolean>,
  arg: A,
  mostMs?: number,
) => until(hand, what, () => ask(hand, fn, arg), mostMs)

/** What a person would look for: the kind of a control and the name that is read out, whole or as a pattern. */
export type Control = { readonly kinds: string; readonly name: string; readonly within?: string }
const mark = 'data-found'

/** Where the control is, as text; empty if it is not to be seen. It is marked, so that a selector reaches it. */
const boxOf = ([all, named, around, sign]: readonly [string, string, string, string]) => {
  const nameOf = (each: Element) => {
    const labels =
      'labels' in each && each.labels instanceof NodeList
        ? [...each.labels].map((label) => label.textContent).join(' ')
        : ''
    const by = each.getAttribute('aria-labelledby')
    return (
      each.getAttribute('aria-label') ??
      (by === null ? null : document.getElementById(by)?.textContent) ??
      (labels === '' ? each.textContent : labels) ??
      ''
    )
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
  const wanted = new RegExp(`^(?:${named})$`)
  const isSeen = (each: Element) => {
    const { visibility, pointerEvents } = getComputedStyle(each)
    // A sheet takes no press in its first moments.
    return (
      each.getClientRects().length > 0 &&
      visibility !== 'hidden' &&
      pointerEvents !== 'none' &&
      each.closest('[inert]') === null
    )
  }
  // The newest layer is the last one.
  const place = [...document.querySelectorAll(around)].filter(isSeen).at(-1)
  const found = [...(place?.querySelectorAll(all) ?? [])].find(
    (each) => isSeen(each) && wanted.test(nameOf(each)) && !each.matches(':disabled'),
  )
  for (const each of document.querySelectorAll(`[${sign}]`)) if (each !== found) each.removeAttribute(sign)
  found?.setAttribute(sign, '')
  return found === undefined ? '' : JSON.stringify(found.getBoundingClientRect())
}

/** Waits for a control that can be seen and does not move any more, and returns a selector of it. */
export const find = async (hand: Hand, { kinds, name, within = 'body' }: Control): Promise<string> => {
  let last = ''
  await until(hand, `${kinds} "${name}"`, async () => {
    const before = last
    last = await ask(hand, boxOf, [kinds, name, within, mark] as const)
    return last !== '' && last === before
  })
  return `[${mark}]`
}

export const press = async (hand: Hand, control: Control) => {
  const selector = await find(hand, control)
  await hand.press(selector).catch((thrown: unknown) => {
    throw new Error(`${control.kinds} "${control.name}" cannot be pressed: ${String(thrown)}`)
  })
}

/** Replaces what stands in a field, by keys. */
export const type = async (hand: Hand, control: Control, text: string) => {
  await press(hand, control)
  await ask(
    hand,
    (at) => {
      const field = document.querySelector(at)
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
    },
    `[${mark}]`,
  )
  await hand.keys(text)
}
