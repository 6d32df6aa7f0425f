import { currencyScaleOf } from '#contract/wire/money-text.ts'
import { fieldOf, venueClient } from './venue-client.ts'

/** A text that a person reads or hears, with what its place says of it. */
export type Told = {
  readonly text: string
  /** What the node that holds it names as its unit. */
  readonly unit: string | null
  /** Where all digits are told on purpose. */
  readonly isExact: boolean
  /** What it belongs to, to find it by. */
  readonly at: string
}

/**
 * In the page: keeps all that it says at each look: text, spoken names, titles and toasts, but for what is not to be
 * translated. A look answers whether something new was said.
 */
export const listen = (lookName: string) => {
  const told = new Map<string, Told>()
  const tell = (each: Element | null, text: string | null) => {
    if (each === null || text === null || !/\d/.test(text)) return
    // The levels of a book, whose label has a price and an amount; and the steps of a choice.
    if (each.closest('[translate="no"], script, style, [data-level], option') !== null) return
    const unit = each.closest('[data-unit]')?.getAttribute('data-unit') ?? null
    const isExact = each.closest('[data-exact]') !== null
    const at = `${each.tagName.toLowerCase()}.${each.closest('[class]')?.getAttribute('class')?.split(' ')[0] ?? ''}`
    told.set(`${text} ${unit} ${isExact}`, { text: text.trim(), unit, isExact, at })
  }
  const look = () => {
    const before = told.size
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      tell(node.parentElement, node.textContent)
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'alt', 'placeholder'])
      for (const each of document.querySelectorAll(`[${name}]`)) tell(each, each.getAttribute(name))
    return told.size > before
  }
  Reflect.set(globalThis, lookName, look)
  Reflect.set(globalThis, 'journeyTold', told)
}
/** In the page: what it has said so far, and says now. */
export const heard = (lookName: string): Told[] => {
  Reflect.get(globalThis, lookName)()
  return [...Reflect.get(globalThis, 'journeyTold').values()]
}

/** A price that a market has now, by which one is told from a sum. */
export type KnownPrice = { readonly price: number; readonly scale: number }
export const pricesAt = async (url: string): Promise<readonly KnownPrice[]> => {
  const lists = (await venueClient(url).get('api/currency/quotation_new')).body['message']
  const rows = (Array.isArray(lists) ? lists : []).flatMap((list: unknown) => fieldOf(list, 'quotation'))
  return rows.map((row) => ({
    price: Number(fieldOf(row, 'now_price')),
    scale: Number(fieldOf(row, 'price_scale')),
  }))
}
type Known = { readonly lang: string; readonly prices: readonly KnownPrice[] }

/** What is wrong with the numbers in a text, by the law of numbers; null if nothing is. */
export function numberFault({ text, unit, isExact }: Told, { lang, prices }: Known): string | null {
  const [point, group] = lang === 'esp' ? [',', '.'] : ['.', ',']
  const number = String.raw`(?:\d{1,3}(?:[${group}]\d{3})+|\d+)(?:[${point}]\d+)?`
  // Days and addresses of the net are no numbers.
  const plain = text.replace(/\d{4}-\d\d-\d\d|\d+\.\d+\.\d+\.\d+/g, '#')
  if (/(?:^|[\s(（:：])-\d/.test(plain)) return 'a hyphen for a minus'
  if (new RegExp(String.raw`[+−]0(?:[${point}]0+)?(?![\d.,])`).test(plain)) return 'a zero with a sign'
  if (isExact) return null
  const isAlone = new RegExp(String.raw`^[+−≈~ ]*${number}$`).test(plain)
  // A unit stands for what is alone in its node; in a sentence each amount is followed by its own.
  for (const [whole, digits = '', name = isAlone ? unit : null] of plain.matchAll(
    new RegExp(String.raw`(?<![\d.,\w])(${number})(?:[ \u00a0]([A-Z]{2,6})\b)?`, 'g'),
  )) {
    const [, { length: places } = ''] = digits.split(point)
    // A price that stands behind the name of its pair may have as many as that has.
    const isOfPair = new RegExp(String.raw`[A-Z]{2,6}/[A-Z]{2,6} ${digits}`).test(plain)
    if (name === null && unit === null && places > 4 && !isOfPair) return 'too many decimals'
    const scale = name === null ? undefined : currencyScaleOf(name)
    if (scale === undefined || places === scale || whole.startsWith('1 ')) continue
    const value = Number(digits.replaceAll(group, '').replace(point, '.'))
    const isRate = name !== 'USDT' || new RegExp(String.raw`\b1 [A-Z]{2,6} [=≈] ${whole}`).test(plain)
    const isPrice = prices.some((known) => known.scale === places && Math.abs(value / known.price - 1) < 0.5)
    if (isPrice || ((isRate || value < 1) && places > scale && places <= scale + 2 && value > 0)) continue
    return `${places} decimals of a currency`
  }
  return isAlone && plain.includes(point) && unit === null ? 'a number without a unit' : null
}

/** The faults of what was told, each once, with its place. */
export const faultsOfTold = (told: readonly Told[], known: Known): readonly string[] =>
  told.flatMap((each) => {
    const fault = numberFault(each, known)
    return fault === null ? [] : [`${fault}: "${each.text.slice(0, 80)}" (${each.unit ?? 'no unit'}) in ${each.at}`]
  })
