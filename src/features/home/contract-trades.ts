import { lever } from '#contract/lever/lever.ts'
import { option } from '#contract/option/option.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { Services } from '#src/actors/services.tsx'

const one = { page: 1, limit: 1 } as const
/** Whether a verified account has ever had a contract or a stake. */
export async function hasContracts(
  { request }: Pick<Services, 'request'>,
  signal: AbortSignal,
): Promise<Reply<boolean>> {
  const positions = await request.read(lever.list, one, { signal })
  if (!positions.ok) return positions
  if (positions.value.message.data.length > 0) return { ok: true, value: true }
  const stakes = await request.read(option.list, one, { signal })
  return stakes.ok ? { ok: true, value: stakes.value.data.length > 0 } : stakes
}
