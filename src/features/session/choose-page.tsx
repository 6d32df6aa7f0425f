import { Box } from '#src/ui/box.tsx'
import { go, useHashSearch } from '#src/lib/hash-location.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import styles from './choose.module.css'
import { DoorPage } from './door-page.tsx'

/** The entry page: log in, or register with a phone or an email. */
export function ChoosePage() {
  const { t } = useTranslation('session')
  const search = useHashSearch()
  const to = (path: string, by?: string) => {
    const query = new URLSearchParams(search)
    if (by !== undefined) query.set('by', by)
    go(query.size === 0 ? path : `${path}?${query}`)
  }
  return (
    <DoorPage title={t('choose.title')}>
      <Box lay="column" gap={6} text="center" className={styles.door}>
        <Box as="p" size={4} tone={2} isLoose>
          {t('choose.lead')}
        </Box>
        <Box lay="column" gap={3} isFull className={styles.ways}>
          <Button size="l" isWide onClick={() => to(sessionPaths.login)}>
            {t('choose.login')}
          </Button>
          <Button kind="quiet" size="l" isWide icon="phone" onClick={() => to(sessionPaths.register, 'mobile')}>
            {t('choose.byPhone')}
          </Button>
          <Button kind="quiet" size="l" isWide icon="mail" onClick={() => to(sessionPaths.register, 'email')}>
            {t('choose.byEmail')}
          </Button>
        </Box>
      </Box>
    </DoorPage>
  )
}
