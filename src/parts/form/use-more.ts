import { bank, type MoreMethod } from '#contract/wallet/bank.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'

/** The further methods beside the first one of each way; nothing is read of who does not ask for them. */
export function useMore(isAsked = true) {
  const { request } = useServices()
  const read = useRead<readonly MoreMethod[]>(`more.${isAsked}`, async (signal) => {
    if (!isAsked) return { ok: true, value: [] }
    const reply = await request.read(bank.more, {}, { signal })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  })
  useRefreshOn(['bank.changed'], () => void (isAsked && read.refresh()))
  return read
}

/** How a further method is told from others: its bank, and the end of its number. */
export const moreName = ({ payee }: Pick<MoreMethod, 'payee'>) => {
  const account = payee.bank_account ?? payee.alipay_account ?? payee.wechat_account ?? ''
  return [payee.bank_name, `**** ${account.slice(-4)}`].filter(Boolean).join(' ')
}
