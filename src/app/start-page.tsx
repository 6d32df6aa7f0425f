import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from './note.tsx'

const LastPrices = lazy(async () => ({ default: (await import('./offline/last-prices-view.tsx')).LastPricesView }))

type Props = { readonly why: 'start' | 'tooOld'; readonly again: () => void }

/** Shown instead of any page while the server cannot be reached, or when this client is too old. */
export function StartPage({ why, again }: Props) {
  const { t } = useTranslation('shell')
  return (
    <Page title={t('app')}>
      <Note icon={why === 'start' ? 'offline' : 'refresh'} text={t(why === 'start' && !navigator.onLine ? 'banner.offline' : `failed.${why}`)}>
        {why === 'start' && <Button onClick={again}>{t('failed.retry')}</Button>}
        <Button kind={why === 'start' ? 'quiet' : 'primary'} onClick={() => location.reload()}>
          {t('failed.reload')}
        </Button>
      </Note>
      {why === 'start' && (
        <Suspense>
          <LastPrices />
        </Suspense>
      )}
    </Page>
  )
}
