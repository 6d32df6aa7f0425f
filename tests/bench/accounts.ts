import type { IdentityContext } from '#server/identity/context.ts'

/** An account of the bench: registering it would cost more than what is measured. */
export const putAccount = ({ tables }: Pick<IdentityContext, 'tables'>, id: number, letter: string) =>
  tables.users.put({
    id,
    email: `${letter}${id}@bench.test`,
    mobile: null,
    password: '',
    pin: null,
    inviter: null,
    code: `${letter.toUpperCase()}${id}`,
    line: null,
    lang: 'en',
    nickname: `${letter}${id}`,
    avatar: null,
    agentLevel: 0,
    powers: [],
    accountUntil: 0,
    tradeUntil: 0,
    withdrawUntil: 0,
    lockReason: null,
    signature: null,
    sex: 'unset',
    address: null,
    createdAt: 0,
  })
