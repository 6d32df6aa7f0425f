import { aUserRow } from '#tests/support/builders/person-rows.ts'
import type { IdentityContext } from '#server/identity/context.ts'

/** An account of the bench: registering it would cost more than what is measured. */
export const putAccount = ({ tables }: Pick<IdentityContext, 'tables'>, id: number, letter: string) =>
  tables.users.put(
    aUserRow(id, {
      nickname: `${letter}${id}`,
      email: `${letter}${id}@bench.test`,
      code: `${letter.toUpperCase()}${id}`,
    }),
  )
