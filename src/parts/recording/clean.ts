import { jsonIn } from '#contract/wire/json.ts'
import { secretNames } from './secrets.ts'

/** What stands for a text that was removed. */
export const removed = '•••'
/**
 * Fields whose words are of the venue and never of a person: kinds, states, markets, channels. All other words are
 * removed.
 */
const ofVenue = new Set([
  'act',
  'base-currency',
  'by',
  'c',
  'cancel_reason',
  'close_reason',
  'currency_name',
  'currency_type',
  'decision',
  'default_language',
  'device',
  'direction',
  'e',
  'ev',
  'expect',
  'fee_name',
  'filter',
  'fee_payer',
  'from_field',
  'k',
  'kind',
  'lang',
  'legal_name',
  'm',
  'market',
  'market_from_name',
  'means',
  'mode',
  'mode_why',
  'my_role',
  'netType',
  'new_currency_name',
  'outcome',
  'path',
  'penalty_rule',
  'period',
  'phase',
  'quote-currency',
  'reason',
  'reward_currency_name',
  'role',
  'scope',
  'side',
  'source',
  'state',
  'status',
  'status_name',
  'subject',
  'symbol',
  'symbol_name',
  'tick',
  'time',
  'to_field',
  'type',
  'type_name',
  'user_type',
  'verification',
  'version',
  'void_reason',
  'way',
  'what',
  'why',
])
/** Fields of people, in which digits tell as much as words. */
const ofPeople =
  /account$|account_number|addr|^answer$|^auth$|bank|^bk|content|device_?id|endpoint|hint|iban|id_?card|^ids?_no|img|msg|name$|nick|p256dh|pass|postal|qr|real_?name|remark|^target$|text$|totp|trc|txid|url/i
const word = /^[\w:.,/ +*-]{0,48}$/
/** Ids of chats, rounds and messages. */
const isIdName = /(?:^chat|id)$/i
const id = /^[\w:-]{1,48}$/
const amount = /^[+-]?\d{0,12}(?:\.\d{1,20})?%?$/
const instant = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]{5,12}Z?)?$/
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** A reason that the venue gives: words joined by underscores. */
const reason = /^[a-z]+(?:_[a-z\d]+)+$/
const maxDepth = 12

const isOpen = (name: string, value: string) =>
  value === '' ||
  (ofVenue.has(name) && word.test(value)) ||
  (name === 'key' && uuid.test(value)) ||
  (name === 'message' && reason.test(value)) ||
  (!ofPeople.test(name) && (amount.test(value) || instant.test(value) || (isIdName.test(name) && id.test(value))))

/**
 * A copy without secrets, names, addresses and texts. What is not known to be harmless is removed: words stay only in
 * fields of the venue, digits only outside of fields of people. Names of fields, numbers and the shape stay, so that
 * the copy is read as the original was.
 */
export function cleaned(value: unknown, name = '', depth = 0): unknown {
  if (typeof value === 'boolean' || value === null) return value
  // A number under such a name is a close code and the like, or a person's: only codes are open.
  const isHidden = secretNames.test(name) && !(typeof value === 'number' && /code/i.test(name))
  if (typeof value === 'number') return isHidden || ofPeople.test(name) ? 0 : value
  if (typeof value === 'string') return !isHidden && isOpen(name, value) ? value : /^\d+$/.test(value) ? '000' : removed
  if (typeof value !== 'object' || depth >= maxDepth) return null
  if (Array.isArray(value)) return value.map((each) => cleaned(each, name, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cleaned(each, key, depth + 1)]))
}
/** A text of the wire, cleaned: JSON, or the fields of an address or a form. Another text is removed. */
export function cleanedText(text: string): string {
  if (text === '') return text
  const read = jsonIn(text)
  if (typeof read === 'object' && read !== null) return JSON.stringify(cleaned(read))
  if (!/^[\w.[\]%-]+=/.test(text)) return removed
  return new URLSearchParams(
    [...new URLSearchParams(text)].map(([name, value]) => [name, String(cleaned(value, name))]),
  ).toString()
}
/**
 * The path of a call, wherever the app is served, with its query cleaned. Ids in it stay, words of people do not stand
 * there.
 */
export function cleanedPath(url: string): string {
  const [path = '', query = ''] = url.slice(Math.max(0, url.indexOf('/api/'))).split('?')
  return query === '' ? path : `${path}?${cleanedText(query)}`
}
