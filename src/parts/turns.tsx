import { Box } from '#src/ui/box.tsx'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { useTranslation } from 'react-i18next'
import styles from './turns.module.css'

/** How many wait at a way to somewhere, and the sentence for those who hear it; nothing while none does. */
const Turns = ({ count, said }: { readonly count: number; readonly said: string }) =>
  count > 0 && (
    <Box as="span" round="full" size={1} weight="bold" className={styles.turns}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr">{said}</span>
    </Box>
  )

/** How many OTC orders wait for the caller. */
export function OtcTurns() {
  const { t } = useTranslation('shell')
  const { feeds } = useServices()
  const count = useStream(feeds.otcTurns$, 0)
  return <Turns count={count} said={t('otcTurns', { count })} />
}

/** How many messages wait in all chats, and how many people for an answer. */
export function ChatTurns() {
  const { t } = useTranslation('shell')
  const { feeds } = useServices()
  const count = (useStream(feeds.unread$, null) ?? 0) + useStream(feeds.asks$, 0)
  return <Turns count={count} said={t('menu.unread', { count })} />
}
