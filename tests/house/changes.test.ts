import { codeOf, filesIn } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

/** Sends a change past `useSubmit`, `useChange`, the machines of entities and the outbox. */
const sendsItself = (code: string) => /\brequest\s*\.change\s*\(/.test(code)
/** Makes a key itself. */
const makesKey = (code: string) => /\bnewKey\b/.test(code)

/** Calls whose outcome nobody has to ask for: they come to the same as often as they are made. */
const repeatable: readonly string[] = [
  // What was seen, told again with the next visit; the language of the visitor.
  'src/features/notification/notifications-page.tsx',
  'src/app/engine.ts',
  // Opens a chat, or finds the one there is.
  'src/features/chat/open-with.tsx',
  'src/features/chat/help/help-chat-page.tsx',
  // Proves who one is: a lost answer is a proof that has to be given again.
  'src/features/account/add-passkey.actors.ts',
  'src/features/session/check-claim.ts',
  'src/features/session/sign-in.actors.ts',
  'src/app/lock/auto-lock.actors.ts',
]
/** Hand the key to a machine that sends by a step, or to the outbox; the last two make ids that are no keys. */
const keyGivers: readonly string[] = [
  'src/features/chat/calls/call-layer.tsx',
  'src/features/chat/calls/call-tab.ts',
  'src/features/chat/calls/call.actors.ts',
  'src/features/chat/use-room.ts',
  'src/features/session/forgot-page.tsx',
  'src/features/session/register-page.tsx',
  'src/features/wallet/use-address.ts',
  'src/features/wallet/use-bank-card.ts',
  'src/app/system.ts',
  'src/parts/chart/use-drawing.ts',
]
const sources = filesIn('src', /\.tsx?$/).filter((file) => !/^src\/(?:actors|api|lib)\//.test(file))
const found = (breaks: (code: string) => boolean) => sources.filter((file) => breaks(codeOf(file)))

test('HOUSE-25 a page changes something by a form, `useChange`, a machine or the outbox, which ask for a lost outcome by its key', () => {
  const planted = `const save = () => request.change(spot.cancel, { id }, newKey())`
  expect([sendsItself(planted), makesKey(planted)]).toEqual([true, true])
  expect(found(sendsItself)).toEqual(repeatable.toSorted())
  expect(found(makesKey)).toEqual([...repeatable, ...keyGivers].toSorted())
})
