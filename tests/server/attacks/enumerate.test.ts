import { openSqlite } from '#server/store/sqlite.ts'
import type { Store } from '#server/core/store-port.ts'
import { openHarness, type Harness } from './harness.ts'
import { codeFor, register } from '#tests/support/people.ts'
import type * as Argon from '@node-rs/argon2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Counts the slow operations of a call instead of measuring its time. */
const slowCalls = vi.hoisted(() => ({ hash: 0, verify: 0 }))
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof Argon>()
  const hash = (...all: Parameters<typeof real.hash>) => {
    slowCalls.hash += 1
    return real.hash(...all)
  }
  const verify = (...all: Parameters<typeof real.verify>) => {
    slowCalls.verify += 1
    return real.verify(...all)
  }
  return { ...real, hash, verify }
})

/** A store that records what was written: for each group its tables and the numbers of entries and events. */
const countingStore = () => {
  const store = openSqlite(':memory:')
  const groups: string[] = []
  const append: Store['append'] = (group) => {
    groups.push(
      [
        ...group.rows.map(({ table }) => table),
        `${group.entries.length} entries`,
        `${group.events.length} events`,
      ].join(' '),
    )
    store.append(group)
  }
  return { store: { ...store, append }, groups }
}
let harness: Harness
let groups: string[]
beforeEach(async () => {
  const counting = countingStore()
  groups = counting.groups
  harness = await openHarness({ store: counting.store })
  await register(harness, 'known@kontor.test')
  harness.clock.advance(61_000)
})
afterEach(() => harness.close())

/** The slow operations and writes of one call, and its answer without names, random numbers and times. */
const workOf = async (routeKey: string, fields: Readonly<Record<string, unknown>>) => {
  const before = { ...slowCalls, groups: groups.length }
  // By a device that no account knows; the one that registered is known to its account from then on.
  const { status, text } = await harness.call(routeKey, fields, { DEVICE_MODEL: 'stranger' })
  harness.venue.flush()
  const normalized = text.replaceAll(/"demo_code":"\d+"/g, '""').replaceAll(/[a-z]{2}\*\*\*@/g, '@')
  return {
    hash: slowCalls.hash - before.hash,
    verify: slowCalls.verify - before.verify,
    written: groups.slice(before.groups),
    status,
    normalized,
  }
}
const people = ['nobody@kontor.test', 'known@kontor.test'] as const
const calls: readonly (readonly [string, string, (account: string) => Readonly<Record<string, unknown>>])[] = [
  ['login', 'POST /api/user/login', (account) => ({ user_type: 'email', user_string: account, password: 'wrong12' })],
  ['login of the chat', 'POST /chat/sys/login', (account) => ({ mobile: account, password: 'wrong12' })],
  ['a code to register', 'POST /api/sms_mail', (account) => ({ user_string: account, type: 'register' })],
  ['a code for a forgotten password', 'POST /api/sms_mail', (account) => ({ user_string: account, type: 'forget' })],
  ['a code to log in', 'POST /api/user/sms_mail', (account) => ({ user_string: account, type: 'login' })],
  [
    'a code that was never sent',
    'POST /api/user/check_email',
    (account) => ({ email_code: '000000', user_string: account, type: 'forget' }),
  ],
  [
    'a forgotten password without a code',
    'POST /api/user/forget',
    (account) => ({ account: account, code: '000000', password: 'wrong12', repassword: 'wrong12' }),
  ],
  [
    'registering without a code',
    'POST /api/user/register',
    (account) => ({ type: 'email', user_string: account, code: '000000', password: 'wrong12', re_password: 'wrong12' }),
  ],
]
test.each(calls)(
  'AT33 %s (%s) does the same work and gives the same answer whether or not the account exists, from the first call on',
  async (_, routeKey, fieldsOf) => {
    const [nobody, known] = people
    const first = await workOf(routeKey, fieldsOf(nobody))
    expect(await workOf(routeKey, fieldsOf(known))).toEqual(first)
    expect(await workOf(routeKey, fieldsOf('noonex@kontor.test'))).toEqual(first)
  },
)
test.each([
  ['POST /api/user/check_email', 'forget'],
  ['POST /api/user/forget', 'forget'],
  ['POST /api/user/check_email', 'register'],
  ['POST /api/user/register', 'register'],
] as const)(
  'AT33 %s with a wrong code for %s does the same work and gives the same answer whether or not the account exists',
  async (routeKey, purpose) => {
    const works: unknown[] = []
    for (const account of people) {
      const code = await codeFor(harness, account, purpose)
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      const fields = routeKey.endsWith('check_email')
        ? { email_code: wrong, user_string: account, type: purpose }
        : routeKey.endsWith('forget')
          ? { account: account, code: wrong, password: 'wrong12', repassword: 'wrong12' }
          : { type: 'email', user_string: account, code: wrong, password: 'wrong12', re_password: 'wrong12' }
      works.push(await workOf(routeKey, fields))
    }
    expect(works[1]).toEqual(works[0])
  },
)
