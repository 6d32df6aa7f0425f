import { keptChatsOf } from '#src/actors/kept-chats.ts'
import { useSession } from '#src/stores/session.ts'
import type { ChatRow } from '#streams/chat/list.ts'
import type { Live } from '#streams/kit/live.ts'
import { filter, first, type Observable } from 'rxjs'

/** Keeps the list of chats as it is, for a visit that opens it for the first time when there is no network. */
export const keepChatList = (chats$: Observable<Live<readonly ChatRow[]>>) => {
  const account = useSession.getState().user?.id ?? null
  if (account === null) return null
  return chats$
    .pipe(
      filter(({ freshness }) => freshness === 'live'),
      first(),
    )
    .subscribe(({ value }) => {
      if (value !== null && useSession.getState().user?.id === account)
        void keptChatsOf(account).then((cache) => cache?.keepChats(value))
    })
}
