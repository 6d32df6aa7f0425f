import { useQuery } from '#src/lib/hash-location.ts'
import { Gone } from '#src/parts/gone.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { SharedView } from './shared-view.tsx'

/** Messages that somebody shared by a link; for anyone who has it. */
export function SharePage() {
  const { t } = useTranslation('chat')
  const { shareID = '' } = useQuery()
  return (
    <Page title={t('titles.shared')}>
      {/^[A-Za-z0-9_-]{1,64}$/.test(shareID) ? <SharedView shareId={shareID} /> : <Gone text={t('gone.unknown')} />}
    </Page>
  )
}
