import { allCalls } from '#contract/endpoints.ts'
import { faultsOf } from '#contract/wire/faults.ts'
import { isObj, wireShape, type Obj } from '#scripts/wire/schema.ts'
import { examples } from '#scripts/wire/examples.ts'
import { sampleOf } from '#scripts/wire/samples.ts'
import { understood } from '#server/gateway/older.ts'
import { expect, test } from 'vitest'

type Endpoint = (typeof allCalls)[number]['endpoint']

/** What older clients add to any call: a field that nobody knows, a language, and each field that is left out, blank. */
function asOlder(endpoint: Endpoint, request: object | undefined, blank: '' | null) {
  const shape = wireShape(endpoint.input)
  const { properties = {} }: { properties?: Obj } = isObj(shape) ? shape : {}
  const sample: object = request ?? Object(sampleOf(shape, '', true))
  const text = (value: unknown) => (blank === '' && typeof value === 'number' ? String(value) : value)
  const given = Object.entries(sample).map(([name, value]) => [name, text(value)])
  const left = Object.keys(properties).flatMap((name) => (name in sample ? [] : [[name, blank]]))
  return { currencytxt: 'USDT', ...Object.fromEntries([...left, ...given]) }
}
const misunderstood = (calls: typeof allCalls, blank: '' | null) =>
  calls.flatMap(({ feature, name, endpoint }) => {
    const { request } = examples[`${feature}.${name}`] ?? {}
    const read = understood(endpoint, asOlder(endpoint, request, blank))
    return read !== null && faultsOf(endpoint.input, read).length === 0 ? [] : [`${feature}.${name}`]
  })
/** Of this venue alone. */
const isOwn = ({ feature }: (typeof allCalls)[number]) => feature === 'desk' || feature === 'trigger'
const isChat = ({ endpoint }: (typeof allCalls)[number]) => endpoint.wrap === 'chat'

/**
 * Compiled clients of the family make 63, 36 and 58 of these calls; which ones they are differs from client to client,
 * so all of them are tried.
 */
test('W-22 every call of the forms is understood with unknown fields, blanks and numbers as texts', () => {
  const forms = allCalls.filter((call) => !isChat(call) && !isOwn(call))
  expect(forms.length).toBeGreaterThan(150)
  expect(misunderstood(forms, '')).toEqual([])
})
test('W-22 every call of the chat is understood with unknown fields and nulls', () => {
  const chats = allCalls.filter(isChat)
  expect(chats.length).toBeGreaterThan(58)
  expect(misunderstood(chats, null)).toEqual([])
})
