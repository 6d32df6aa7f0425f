/** Most numbers that are asked about at once. */
export const maxContacts = 500
const pieces = /[\n,;\t]+/u
const minDigits = 7

/**
 * Phone numbers in a text or a list of contacts, each once, as digits with their country code: a number without one
 * gets that of the
 * reader, who wrote it down at home. What is no number is left out.
 */
export function phonesIn(texts: readonly string[], homeCode: string | null): readonly string[] {
  const numbers = texts
    .flatMap((text) => text.split(pieces))
    .flatMap((piece) => {
      const text = piece.normalize('NFKC').trim()
      const digits = text.replace(/\D/gu, '')
      if (digits.length < minDigits || /[a-z@]/iu.test(text)) return []
      if (text.startsWith('+')) return [digits]
      if (digits.startsWith('00')) return [digits.slice(2)]
      return homeCode === null ? [digits] : [`${homeCode}${digits.replace(/^0+/u, '')}`]
    })
  return [...new Set(numbers)].slice(0, maxContacts)
}

type Picked = { readonly tel?: readonly string[] }
type Picker = {
  readonly select: (
    properties: readonly string[],
    options: { readonly multiple: boolean },
  ) => Promise<readonly Picked[]>
}
const isPicker = (raw: unknown): raw is Picker =>
  typeof raw === 'object' && raw !== null && 'select' in raw && typeof raw.select === 'function'
/**
 * The list of contacts of the device, of which its owner gives away what they choose; null where the browser has none.
 */
export const contactPicker = (): (() => Promise<readonly string[]>) | null => {
  const raw: unknown = Reflect.get(navigator, 'contacts')
  if (!isPicker(raw)) return null
  return async () => (await raw.select(['tel'], { multiple: true })).flatMap(({ tel }) => tel ?? [])
}
