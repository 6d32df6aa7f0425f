import { go, goBack, useHashPath } from '#src/lib/hash-location.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from './note.tsx'
import { announced } from './not-open.ts'

/** The placeholder of a page that is not open yet: its description and a link onwards. */
export function NotOpenPage() {
  const { t } = useTranslation(['not-open', 'shell'])
  const [path] = useHashPath()
  // While this page slides out the address is already that of the next page.
  const [line] = useState(() => announced.find((each) => each.path === path))
  const isTab = line?.tab !== undefined
  return (
    <Page title={line === undefined ? t('shell:titles.notFound') : t(`titles.${line.title}`)} hasBack={!isTab}>
      <Note icon={line?.tab ?? 'clock'} badge={t('badge')} text={t(`will.${line?.will ?? 'chat'}`)} more={t('text')}>
        <Button kind="primary" onClick={() => go(spotPaths.trade)}>
          {t('trade')}
        </Button>
        {!isTab && (
          <Button kind="quiet" onClick={goBack}>
            {t('back')}
          </Button>
        )}
      </Note>
    </Page>
  )
}
