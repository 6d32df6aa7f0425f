import { account } from '#contract/account.ts'
import { useServices } from '#src/actors/services.tsx'
import { useCallback } from 'react'

/** Asks who one is once more, after something of it was changed here; the push may be away. */
export const useRefreshUser = () => {
  const { request, session } = useServices()
  return useCallback(() => {
    void request.read(account.center, {}).then((reply) => {
      if (reply.ok) session.send({ type: 'user.changed', user: reply.value })
    })
  }, [request, session])
}
