import type { Endpoint } from '#contract/wire/endpoint.ts'
import { accountCode, accountKind } from '#contract/wire/booking.ts'
import { encode } from '#contract/wire/coded.ts'
import { faultsOf, type Fault } from '#contract/wire/faults.ts'
import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'

/**
 * What clients of earlier venues of the same API family send and expect, in one place. Forms and the calls of the chat
 * are read with patience: fields that nobody knows, blanks, pages that are too long, and what floats make of a price.
 * JSON and API keys stay strict.
 */

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Other spellings of reads, by their present path. */
const paths: Readonly<Record<string, string>> = {
  '/api/user/info': '/api/user/center',
  '/api/wallet/currencylist': '/api/currency/user_currency_list',
  '/api/charge_mention/log': '/api/charge_mention/log2',
  '/api/transaction/deal': '/api/currency/deal',
  '/api/currency/list': '/api/currency/quotation_new',
  '/api/lever/dealall': '/api/lever/my_trade',
  '/api/account/list': '/api/wallet/legal_log',
}
/** Routes that an older client may mean, in order: reads may be asked by GET or POST. */
export const meantBy = (method: string, pathname: string): readonly string[] => {
  const path = paths[pathname] ?? pathname
  return [method, method === 'GET' ? 'POST' : 'GET'].map((each) => `${each} ${path}`)
}

const isBlank = (value: unknown) => value === '' || value === null || value === 'null' || value === 'undefined'
const hasDecimals = (value: unknown): value is string =>
  typeof value === 'string' && /^(0|[1-9]\d{0,17})\.\d{1,40}$/.test(value)
/** A decimal with as many places as fit: a price is rounded, an amount cut, because there may not be more of it. */
function fitted(name: string, text: string, scale: number): string {
  const units = parseDec(text.replace(/(\.\d{8})\d+$/, '$1'), scale)
  const next = Number(text.split('.')[1]?.[scale] ?? '0')
  return formatDec(name.includes('price') && next >= 5 ? units + 1n : units, scale)
}

/** The number of an account by its name; null for another text. */
function accountNumber(name: string): string | null {
  const { success, data } = accountKind.safeParse(name)
  return success ? String(encode(accountCode, data)) : null
}

/** What may be brought within its bounds: of a quantity nobody knows whether the nearest was meant. */
const paging = new Set(['page', 'limit', 'pageNum', 'pageSize'])
/** A field that a call does not take, as it may have been meant; undefined to leave it out, null if nothing helps. */
function meant(name: string, value: unknown, { bound }: Fault): string | number | undefined | null {
  if (isBlank(value)) return undefined
  if (bound !== null && paging.has(name)) return String(bound)
  if (hasDecimals(value)) return fitted(name, value, SCALE)
  if (typeof value === 'number') return name === 'chatGroupId' ? `g${value}` : String(value)
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value)
  if (name === 'type' && typeof value === 'string') return accountNumber(value)
  return null
}
function mended(fields: Fields, faults: readonly Fault[]): Fields | null {
  const next = new Map(Object.entries(fields))
  for (const fault of faults) {
    const { field, unknown } = fault
    for (const name of unknown) next.delete(name)
    if (field === null && unknown.length > 0) continue
    if (field === null || !next.has(field)) return null
    const value = meant(field, next.get(field), fault)
    if (value === null || value === next.get(field)) return null
    if (value === undefined) next.delete(field)
    else next.set(field, value)
  }
  return Object.fromEntries(next)
}
/** The fault of one field may hide those of another. */
const maxRounds = 4
/** Fields under the names that earlier venues gave them, by the path of their call. */
const fieldNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'imUser/toPayUserBalance': { payValue: 'amount' },
}
const renamed = (path: string, fields: Fields): Fields => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [fieldNames[path]?.[name] ?? name, value])),
  ...(path === 'msgShare/addMsgShare' && sharedOf(fields)),
})
/** The one message that is shared, with its chat, by which its id begins. */
const sharedOf = ({ msgId }: Fields): Fields | null =>
  typeof msgId === 'string' ? { chatGroupId: msgId.split('-')[0], messageList: [msgId] } : null

/** Groups are numbers to older clients: they turn what they are told into one. */
const groupNumber = /^g(\d{1,15})$/
const isGroup = (path: string, name: string) =>
  path.startsWith('/chat/') && (name === 'chatGroupId' || (name === 'id' && path.includes('/imChatGroup/')))
/** A body of the chat with the groups that it names by number. */
export const withGroups = (path: string, body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (name, value: unknown) =>
    isGroup(path, name) && /^\d{1,15}$/.test(String(value)) ? `g${String(value)}` : value,
  )

/** A body that its call refuses as malformed, as it may have been meant; null if nothing helps. */
export function understood({ input, path }: Pick<Endpoint, 'input' | 'path'>, body: unknown): Fields | null {
  let fields: Fields | null = isFields(body) ? renamed(path, body) : null
  for (let round = 0; fields !== null && round < maxRounds; round += 1) {
    const faults = faultsOf(input, fields)
    if (faults.length === 0) return fields
    fields = mended(fields, faults)
  }
  return null
}
/** A body with more decimals than the market has, with as many. */
function inSteps(body: unknown, reason: string, scale: number): Fields | null {
  if (!isFields(body)) return null
  const stepped = Object.entries(body).map(([name, value]): [string, unknown] => {
    const isOfIt = name.includes('price') === (reason === 'price_step')
    return [name, isOfIt && hasDecimals(value) ? fitted(name, value, scale) : value]
  })
  return stepped.some(([name, value]) => value !== body[name]) ? Object.fromEntries(stepped) : null
}
/** Without the pictures that belong to the client itself, and that the venue does not have. */
function withoutOwnPictures(body: unknown): Fields | null {
  if (!isFields(body)) return null
  const kept = Object.entries(body).filter(([, value]) => typeof value !== 'string' || !value.startsWith('/static/'))
  return kept.length < Object.keys(body).length ? Object.fromEntries(kept) : null
}
const paramsOf = (answer: string): Fields => {
  const { params }: Fields = JSON.parse(answer)
  return isFields(params) ? params : {}
}
/** What to ask instead of a body that was refused before anything was done; null to leave it at that. */
export function meantInstead(
  endpoint: Endpoint,
  body: unknown,
  { refused, body: answer }: { refused: string | null; body: string },
): Fields | null {
  if (refused === 'malformed') return understood(endpoint, body)
  if (refused === 'file_unknown') return withoutOwnPictures(body)
  const { scale } = refused === 'amount_step' || refused === 'price_step' ? paramsOf(answer) : {}
  return refused !== null && typeof scale === 'number' ? inSteps(body, refused, scale) : null
}

/** When the round opens that a stake without a number may wait for; null where there is nothing to wait for. */
export function opensAt(body: unknown, { refused, body: answer }: { refused: string | null; body: string }) {
  if (refused !== 'round_closed' || !isFields(body) || 'round_no' in body) return null
  const { next } = paramsOf(answer)
  return isFields(next) && typeof next['open_ms'] === 'number' ? next['open_ms'] : null
}

type Added = (row: Fields) => Fields | null
/** Names under which older clients look for what a row has. */
const names: Readonly<Record<string, Added>> = {
  '/api/wallet/get_address': ({ netType }) => (netType === undefined ? null : { nettype: netType }),
  '/api/lh/deposit/config': ({ day_rate }) => (day_rate === undefined ? null : { faxing: 0 }),
  '/api/wallet/legal_log': ({ info }) =>
    info === undefined ? null : { type_info: info, type_info_e: info, type_info_j: info, type_info_m: info },
  '/chat/imGroupMessageRef/getChatGroupHistoryMessage': ({ messageType }) =>
    messageType === undefined ? null : { msgType: messageType },
}
/** Sums with which older clients compute. */
const sums: Readonly<Record<string, readonly string[]>> = { '/api/wallet/list': ['totle', 'usdt_totle'] }
/** An answer with those names beside its own; with the numbers of older clients for who is not this release. */
export function withOlderNames(pathname: string, answer: string, isOwn: boolean): string {
  const add = names[pathname]
  const isNumber = (name: string, text: string) =>
    !isOwn && (sums[pathname]?.includes(name) || (groupNumber.test(text) && /^(?:chatGroupId|id)$/.test(name)))
  if (add === undefined && (isOwn || !(pathname in sums || pathname.startsWith('/chat/')))) return answer
  return JSON.stringify(
    JSON.parse(answer, (name, value: unknown) => {
      if (isFields(value)) return { ...value, ...add?.(value) }
      return typeof value === 'string' && isNumber(name, value) ? Number(value.replace(groupNumber, '$1')) : value
    }),
  )
}
