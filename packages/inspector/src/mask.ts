/** A value that is shown by its length only. */
export type Masked = { readonly masked: number | null }
/** A value as the inspector shows it: secrets replaced, deep branches cut. */
export type Shown =
  | string
  | number
  | boolean
  | null
  | undefined
  | Masked
  | readonly Shown[]
  | { readonly [name: string]: Shown }

/** Fields that are never shown, whatever they contain. */
const secretNames =
  /token|passw|pwd|secret|(?:^|_)pin(?:$|_)|^pin|api_?key|authorization|phone|mobile|(?:^|_)tel(?:$|_)|mail|card|iban|(?:^|_)code$|^code|Code$|id_?number|seed|mnemonic/i
/** Numbers under these names are close codes and the like, never a person's. */
const isNumberOpen = /code/i
/** What is a secret wherever it stands: a mail address, a number of a card or a phone. */
const secretTexts = /[\w.+-]+@[\w-]+\.[\w.]+|(?<![\d.:T-])\+?\d{12,19}(?![\d.])/g
const maxDepth = 7
const maxItems = 60

const lengthOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value).length : null
const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value))

export type MaskOptions = {
  /** Further names of fields that are never shown. */
  readonly names?: RegExp
  /** Further texts that are secrets wherever they stand; a global expression. */
  readonly texts?: RegExp
}
export const isMasked = (value: Shown): value is Masked =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  'masked' in value &&
  Object.keys(value).length === 1

/** What may be shown of a value: secrets are gone from it, by the names here and those that the app hands in. */
export function createMask({ names, texts }: MaskOptions = {}) {
  /** True for a field whose value must not be shown. */
  const isSecret = (name: string, value: unknown): boolean =>
    (secretNames.test(name) || names?.test(name) === true) &&
    value !== null &&
    value !== undefined &&
    typeof value !== 'boolean' &&
    value !== '' &&
    !(typeof value === 'number' && isNumberOpen.test(name))
  const dots = (found: string) => '•'.repeat(Math.min(found.length, 8))
  const textOf = (text: string) => (texts === undefined ? text : text.replace(texts, dots)).replace(secretTexts, dots)

  /** A copy that may be shown, written to a file or replayed: secrets are gone from it, not only hidden (INS-R1). */
  function masked(value: unknown, name = '', depth = 0): Shown {
    if (isSecret(name, value)) return { masked: lengthOf(value) }
    if (typeof value === 'string') return textOf(value)
    if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) return value
    if (typeof value === 'bigint') return `${value}n`
    if (typeof value === 'function') return 'ƒ'
    if (typeof value === 'symbol') return String(value)
    if (depth >= maxDepth) return '…'
    if (Array.isArray(value))
      return [
        ...value.slice(0, maxItems).map((each) => masked(each, name, depth + 1)),
        ...(value.length > maxItems ? [`… +${value.length - maxItems}`] : []),
      ]
    if (value instanceof Map)
      return masked(Object.fromEntries([...value].map(([key, each]) => [String(key), each])), name, depth)
    if (value instanceof Set) return masked([...value], name, depth)
    if (value instanceof Error) return `${value.name}: ${String(masked(value.message))}`
    if (value instanceof Date) return value.toISOString()
    if (typeof Blob !== 'undefined' && value instanceof Blob) return `${value.type} ${value.size} B`
    if (typeof value !== 'object') return String(value)
    // An actor, a stream or another object with behaviour of its own: named, not opened.
    if (!isPlain(value))
      return 'sessionId' in value
        ? `actor ${String('id' in value ? value.id : '')}`
        : (value.constructor?.name ?? 'object')
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, maxItems)
        .map(([key, each]) => [key, masked(each, key, depth + 1)]),
    )
  }
  /** A value on one line: for the log, and for what a guard has read. */
  const lineOf = (value: unknown, maxLength = 120): string => {
    const text =
      JSON.stringify(masked(value), (_, each: unknown) =>
        typeof each === 'object' && each !== null && 'masked' in each ? '••••' : each,
      ) ?? String(value)
    return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
  }
  /** The parts of a text that are JSON or a form, masked; other texts are masked by what they contain. */
  const maskedText = (text: string): Shown => {
    try {
      const read: unknown = JSON.parse(text)
      return masked(read)
    } catch {
      return /^[\w.[\]%-]+=/.test(text) ? masked(Object.fromEntries(new URLSearchParams(text))) : masked(text)
    }
  }
  return { isSecret, masked, lineOf, maskedText }
}
export type Mask = ReturnType<typeof createMask>
