import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import type { PageFailure } from './load-page.ts'
import { Note } from './note.tsx'

/** Says why a page is not there, and offers to try again; what was typed is kept. */
export function FailedPage({ failure, again }: { readonly failure: PageFailure; readonly again: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Page title={t('failed.title')}>
      <Note icon="warning" text={t(`failed.${failure}`)}>
        <Button kind="primary" onClick={again}>
          {t('failed.retry')}
        </Button>
        <Button kind="quiet" onClick={() => location.reload()}>
          {t('failed.reload')}
        </Button>
      </Note>
    </Page>
  )
}
