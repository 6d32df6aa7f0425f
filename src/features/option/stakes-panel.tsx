import { Tabs } from '#src/ui/tabs.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenStakes } from './open-stakes.tsx'
import { StakeHistory } from './stake-history.tsx'
import { StakeStats } from './stake-stats.tsx'

type Shelf = 'open' | 'history' | 'stats'

/** The user's stakes: open, settled, and their statistics. */
export function StakesPanel({ onOpen }: { readonly onOpen: (id: number) => void }) {
  const { t } = useTranslation('option')
  const [shelf, setShelf] = useState<Shelf>('open')
  return (
    <section aria-label={t('myStakes')}>
      <Tabs
        label={t('myStakes')}
        tabs={[
          { value: 'open', label: t('openStakes') },
          { value: 'history', label: t('history') },
          { value: 'stats', label: t('statistics') },
        ]}
        value={shelf}
        onChange={setShelf}
      >
        <Suspense fallback={<Skeleton lines={3} height={72} />}>
          {shelf === 'open' && <OpenStakes onOpen={onOpen} />}
          {shelf === 'history' && <StakeHistory pairId={null} onOpen={onOpen} />}
          {shelf === 'stats' && <StakeStats />}
        </Suspense>
      </Tabs>
    </section>
  )
}
