import { openSqlite } from '#server/store/sqlite.ts'
import type { Store } from '#server/core/store-port.ts'
import { openDoor, type Door } from './door.ts'
import { codeFor, register } from '#tests/support/people.ts'
import type * as Argon from '@node-rs/argon2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** How long a call takes is never measured here: what makes it long is counted. */
const slow = vi.hoisted(() => ({ hash: 0, verify: 0 }))
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof Argon>()
  const hash = (...all: Parameters<typeof real.hash>) => {
    slow.hash += 1
    return real.hash(...all)
  }
  const verify = (...all: Parameters<typeof real.verify>) => {
    slow.verify += 1
    return real.verify(...all)
  }
  return { ...real, hash, verify }
})

/** A store that tells what was written: the groups, and of each the rows by their table. */
const countingStore = () => {
  const store = openSqlite(':memory:')
  const groups: string[] = []
  const append: Store['append'] = (group) => {
    groups.push([...group.rows.map(({ table }) => table), `${group.entries.length} entries`, `${group.events.length} events`].join(' '))
    store.append(group)
  }
  return { store: { ...store, append }, groups }
}
let door: Door
let groups: string[]
beforeEach(async () => {
  const counting = countingStore()
  groups = counting.groups
  door = await openDoor({ store: counting.store })
  await register(door, 'known@kontor.test')
  door.clock.turn(61_000)
})
afterEach(() => door.close())

/** What one call cost, and what it said when names, numbers drawn and times are left aside. */
const workOf = async (place: string, fields: Readonly<Record<string, unknown>>) => {
  const before = { ...slow, groups: groups.length }
  const { status, text } = await door.call(place, fields)
  door.venue.flush()
  const said = text.replaceAll(/"demo_code":"\d+"/g, '""').replaceAll(/[a-z]{2}\*\*\*@/g, '@')
  return { hash: slow.hash - before.hash, verify: slow.verify - before.verify, written: groups.slice(before.groups), status, said }
}
const people = ['nobody@kontor.test', 'known@kontor.test'] as const
const calls: readonly (readonly [string, string, (who: string) => Readonly<Record<string, unknown>>])[] = [
  ['login', 'POST /api/user/login', (who) => ({ user_type: 'email', user_string: who, password: 'wrong12' })],
  ['login of the chat', 'POST /chat/sys/login', (who) => ({ mobile: who, password: 'wrong12' })],
  ['a code to register', 'POST /api/sms_mail', (who) => ({ user_string: who, type: 'register' })],
  ['a code for a forgotten password', 'POST /api/sms_mail', (who) => ({ user_string: who, type: 'forget' })],
  ['a code to log in', 'POST /api/user/sms_mail', (who) => ({ user_string: who, type: 'login' })],
  ['a code that was never sent', 'POST /api/user/check_email', (who) => ({ email_code: '000000', user_string: who, type: 'forget' })],
  ['a forgotten password without a code', 'POST /api/user/forget', (who) => ({ account: who, code: '000000', password: 'wrong12', repassword: 'wrong12' })],
  ['registering without a code', 'POST /api/user/register', (who) => ({ type: 'email', user_string: who, code: '000000', password: 'wrong12', re_password: 'wrong12' })],
]
test.each(calls)('AT33 %s (%s) costs and says the same whether or not there is such an account, from the first time on', async (_, place, fieldsOf) => {
  const [nobody, known] = people
  const first = await workOf(place, fieldsOf(nobody))
  expect(await workOf(place, fieldsOf(known))).toEqual(first)
  expect(await workOf(place, fieldsOf('noonex@kontor.test'))).toEqual(first)
})
test.each([
  ['POST /api/user/check_email', 'forget'], ['POST /api/user/forget', 'forget'], ['POST /api/user/check_email', 'register'], ['POST /api/user/register', 'register'],
] as const)('AT33 %s with a wrong code of %s costs and says the same for anybody', async (place, purpose) => {
  const told: unknown[] = []
  for (const who of people) {
    const code = await codeFor(door, who, purpose)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const fields = place.endsWith('check_email')
      ? { email_code: wrong, user_string: who, type: purpose }
      : place.endsWith('forget') ? { account: who, code: wrong, password: 'wrong12', repassword: 'wrong12' }
        : { type: 'email', user_string: who, code: wrong, password: 'wrong12', re_password: 'wrong12' }
    told.push(await workOf(place, fields))
  }
  expect(told[1]).toEqual(told[0])
})
