import type { Center } from '#contract/account/account-center.ts'
import type { Reply } from '#contract/wire/reply.ts'

/**
 * Hands on the newest copy of the user: a reply is not used when another was pushed, or asked for, while it was on its
 * way.
 */
export const newestUser = (read: () => Promise<Reply<Center>>, take: (user: Center) => void) => {
  let copies = 0
  return {
    refresh: async () => {
      const copy = (copies += 1)
      const reply = await read()
      if (reply.ok && copy === copies) take(reply.value)
    },
    push: (user: Center) => {
      copies += 1
      take(user)
    },
  }
}
