import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from './note.tsx'

const nothing = () => null
/** The code of this part may be missing as well: then the page goes without it. */
const LastPrices = lazy(() =>
  import('./offline/last-prices-view.tsx').then(
    ({ LastPricesView }) => ({ default: LastPricesView }),
    () => ({ default: nothing }),
  ),
)

const LastChats = lazy(() =>
  import('./offline/last-chats-view.tsx').then(
    ({ LastChatsView }) => ({ default: LastChatsView }),
    () => ({ default: nothing }),
  ),
)

type Props = { readonly why: 'start' | 'tooOld'; readonly again: () => void }

/** Shown instead of any page while the server cannot be reached, or when this client is too old. */
export function StartPage({ why, again }: Props) {
  const { t } = useTranslation('shell')
  return (
    <Page title={t('app')}>
      <Note
        icon={why === 'start' ? 'offline' : 'refresh'}
        text={t(why === 'start' && !navigator.onLine ? 'banner.offline' : `failed.${why}`)}
      >
        {why === 'start' && <Button onClick={again}>{t('failed.retry')}</Button>}
        <Button kind={why === 'start' ? 'quiet' : 'primary'} onClick={() => location.reload()}>
          {t('failed.reload')}
        </Button>
      </Note>
      {why === 'start' && (
        <>
          <Suspense>
            <LastPrices />
          </Suspense>
          <Suspense>
            <LastChats />
          </Suspense>
        </>
      )}
    </Page>
  )
}
