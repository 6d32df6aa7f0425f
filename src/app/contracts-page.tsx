import { go, hereWith, useQuery } from '#src/lib/hash-location.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './contracts-page.module.css'

const LeverPage = lazy(async () => ({ default: (await import('#src/features/lever/lever-page.tsx')).LeverPage }))
const OptionPanel = lazy(async () => ({ default: (await import('#src/features/option/option-panel.tsx')).OptionPanel }))

type Product = 'lever' | 'option'

/** The contracts tab: lever or option rounds, with a switch between them. */
export function ContractsPage() {
  const { t } = useTranslation('shell')
  const isDesk = useIsDesktop()
  const product: Product = useQuery()['product'] === 'option' ? 'option' : 'lever'
  const switcher = (
    <Segmented
      label={t('contractsSwitch.label')}
      size="s"
      tone="accent"
      options={(['lever', 'option'] as const).map((value) => ({ value, label: t(`contractsSwitch.${value}`) }))}
      value={product}
      onChange={(next) => go(hereWith('product', next), { replace: true })}
    />
  )
  if (product === 'lever')
    return (
      <Suspense fallback={<Waiting>{switcher}</Waiting>}>
        <LeverPage switcher={switcher} />
      </Suspense>
    )
  return (
    <Page title={t('contractsSwitch.option')} hasBack={false} isWide isFilled={isDesk}>
      <div className={styles.switcher}>{switcher}</div>
      <Suspense fallback={<Skeleton lines={6} height={56} />}>
        <OptionPanel />
      </Suspense>
    </Page>
  )
}

/** The switch renders before the code of the chosen product is loaded. */
function Waiting({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shell')
  return (
    <Page title={t('titles.contracts')} hasBack={false} isWide>
      <div className={styles.switcher}>{children}</div>
      <Skeleton lines={6} height={56} />
    </Page>
  )
}
