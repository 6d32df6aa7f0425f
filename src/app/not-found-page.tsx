import { go } from '#src/lib/hash-location.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { Note } from './note.tsx'

/** Shown for an unknown path. */
export function NotFoundPage() {
  const { t } = useTranslation('shell')
  return (
    <Page title={t('titles.notFound')}>
      <Note icon="search" text={t('notFound.text')}>
        <Button kind="primary" onClick={() => go(homePaths.home, { replace: true })}>
          {t('notFound.home')}
        </Button>
      </Note>
    </Page>
  )
}
