import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { Count } from '#src/ui/count.tsx'
import { useTranslation } from 'react-i18next'

/** How many OTC orders wait for the caller. */
export function OtcTurns() {
  const { t } = useTranslation('shell')
  const { feeds } = useServices()
  const count = useStream(feeds.otcTurns$, 0)
  return <Count count={count} said={t('otcTurns', { count })} />
}

/** How many messages wait in all chats, and how many people for an answer. */
export function ChatTurns() {
  const { t } = useTranslation('shell')
  const { feeds } = useServices()
  const count = (useStream(feeds.unread$, null) ?? 0) + useStream(feeds.asks$, 0)
  return <Count count={count} said={t('menu.unread', { count })} />
}
