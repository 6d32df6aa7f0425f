import { go } from '#src/lib/hash-location.ts'
import { reportPaths } from '#src/lib/paths/report.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import type { PageFailure } from './load-page.ts'
import { Note } from './note.tsx'

/** Explains why a page could not be loaded and offers a retry; drafts are kept. */
export function FailedPage({ failure, again }: { readonly failure: PageFailure; readonly again: () => void }) {
  const { t } = useTranslation(['shell', 'refusals'])
  const whyText = {
    chunk: () => {
      const why = t(navigator.onLine ? 'failed.missing' : 'failed.offline')
      return `${t('refusals:chunk_load_failed', { why })} ${t('failed.kept')}`
    },
    slow: () => t('refusals:page_timeout'),
    bug: () => t('failed.bug'),
  }
  return (
    <Page title={t('failed.title')}>
      <Note icon="warning" text={whyText[failure]()}>
        <Button kind="primary" onClick={again}>
          {t('failed.retry')}
        </Button>
        <Button kind="quiet" onClick={() => location.reload()}>
          {t('failed.reload')}
        </Button>
        <Button kind="quiet" onClick={() => go(reportPaths.report)}>
          {t('failed.report')}
        </Button>
      </Note>
    </Page>
  )
}
