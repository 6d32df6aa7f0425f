import { go, goBack, useHashPath } from '#src/lib/hash-location.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from './note.tsx'
import { notOpen } from './not-open.ts'

/** Stands where a page will be: what it will be, and a way on. */
export function NotOpenPage() {
  const { t } = useTranslation('shell')
  const [path] = useHashPath()
  // While this page slides out the address is the next one's already.
  const [line] = useState(() => notOpen.find((each) => each.path === path))
  const isTab = line?.tab !== undefined
  return (
    <Page title={t(`titles.${line?.title ?? 'notFound'}`)} hasBack={!isTab}>
      <Note icon={line?.tab ?? 'clock'} badge={t('notOpen.badge')} text={t(`notOpen.will.${line?.will ?? 'help'}`)} more={t('notOpen.text')}>
        <Button kind="primary" onClick={() => go(paths.trade)}>
          {t('notOpen.trade')}
        </Button>
        {!isTab && (
          <Button kind="quiet" onClick={goBack}>
            {t('notOpen.back')}
          </Button>
        )}
      </Note>
    </Page>
  )
}
