import type { Center } from '#contract/account/account-center.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { newestUser } from '#src/app/newest-user.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { expect, test } from 'vitest'

const build = () => {
  const replies: ((reply: Reply<Center>) => void)[] = []
  const taken: string[] = []
  const user = newestUser(
    () => new Promise((answer) => replies.push(answer)),
    ({ nickname }) => taken.push(nickname),
  )
  return {
    user,
    taken,
    reply: async (at: number, nickname: string) => {
      replies[at]?.({ ok: true, value: aUser({ nickname }) })
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

test('SES-21 a reply that was asked for before a newer copy was pushed is not used', async () => {
  const { user, taken, reply } = build()
  void user.refresh()
  user.push(aUser({ nickname: 'pushed' }))
  await reply(0, 'asked before')
  expect(taken).toEqual(['pushed'])
  void user.refresh()
  await reply(1, 'asked after')
  expect(taken).toEqual(['pushed', 'asked after'])
})

test('SES-21 of two replies the later asked counts, in whatever order they come', async () => {
  const { user, taken, reply } = build()
  void user.refresh()
  void user.refresh()
  await reply(1, 'second')
  await reply(0, 'first')
  expect(taken).toEqual(['second'])
})
