import { Row } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'
import { ChatList } from './chat-list.tsx'
import styles from './chat.module.css'
import { PlusMenu } from './plus-menu.tsx'

/** The list of chats beside an open one. */
export function ChatsPane({ here }: { readonly here: string | null }) {
  const { t } = useTranslation('chat')
  return (
    <section className={styles.pane} aria-label={t('titles.chats')}>
      <Row as="header" justify="between" className={styles.paneHead}>
        <h2>{t('titles.chats')}</h2>
        <PlusMenu />
      </Row>
      <div className={styles.paneBody}>
        <ChatList here={here} />
      </div>
    </section>
  )
}
