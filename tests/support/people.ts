import type { MemoryVenue } from '#server/memory.ts'

type Answer = {
  type?: string
  code?: number
  message?: unknown
  data?: Record<string, unknown>
  reason?: string
  params?: Record<string, unknown>
}
const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null
export const answerOf = (value: unknown): Answer => (isAnswer(value) ? value : {})

/** Requests a verification code; in the demo the answer contains it. */
export const codeFor = async ({ ask }: Pick<MemoryVenue, 'ask'>, mail: string, type = 'register') => {
  const { answer } = await ask('POST /api/sms_mail', { user_string: mail, type })
  return String(answerOf(answer).data?.['demo_code'])
}

/** Registers a user by mail through the public calls; returns the id. */
export const register = async (venue: Pick<MemoryVenue, 'ask'>, mail: string, more: Record<string, unknown> = {}) => {
  const code = await codeFor(venue, mail)
  const { answer } = await venue.ask('POST /api/user/register', {
    type: 'email',
    user_string: mail,
    code,
    password: 'secret1',
    re_password: 'secret1',
    ...more,
  })
  return Number(answerOf(answer).data?.['id'])
}
