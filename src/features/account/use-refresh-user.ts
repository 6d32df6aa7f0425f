import { account } from '#contract/account/account.ts'
import { useServices } from '#src/actors/services.tsx'
import { useCallback } from 'react'

/** Reads the user again after a change made here, because the push may be missing. */
export const useRefreshUser = () => {
  const { request, session } = useServices()
  return useCallback(() => {
    void request.read(account.center, {}).then((reply) => {
      if (reply.ok) session.send({ type: 'user.changed', user: reply.value })
    })
  }, [request, session])
}
