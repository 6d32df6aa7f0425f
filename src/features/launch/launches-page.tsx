import { launch, type LaunchPhase, type LaunchProduct } from '#contract/launch/launch.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phaseNow } from './launch-clock.tsx'
import { MyOrders } from './my-orders.tsx'
import { ProductCard } from './product-card.tsx'
import { useLaunches } from './use-launch.ts'
import styles from './launch.module.css'

type Show = 'subscribing' | 'upcoming' | 'launched' | 'soldOut' | 'mine'
const shows = ['subscribing', 'upcoming', 'launched', 'soldOut', 'mine'] as const
/** An offer that is over but not launched yet stands beside the sold out ones. */
const phasesOf: Readonly<Record<Show, readonly LaunchPhase[]>> = {
  subscribing: ['subscribing'],
  upcoming: ['upcoming'],
  launched: ['launched'],
  soldOut: ['sold_out', 'ended'],
  mine: [],
}

/** New coins by phase, the recommended one first, and the caller's subscriptions. */
export function LaunchesPage() {
  const { t } = useTranslation('launch')
  const [show, setShow] = useState<Show>('subscribing')
  const { value, ...read } = useLaunches()
  return (
    <Page title={t('titles.launches')} onRefresh={read.refresh} isBroad>
      <Stack gap={3} topPad={2} endPad={8}>
        <Tabs
          label={t('titles.launches')}
          tabs={shows.map((each) => ({ value: each, label: t(`tabs.${each}`) }))}
          value={show}
          onChange={setShow}
        >
          <Box topPad={3}>
            {show === 'mine' && <MyOrders />}
            {show !== 'mine' && value === null && <Unread read={read} lines={3} height={150} />}
            {show !== 'mine' && value !== null && (
              <Products products={value} show={show} onEnd={() => void read.refresh()} />
            )}
          </Box>
        </Tabs>
      </Stack>
    </Page>
  )
}

function Products({
  products,
  show,
  onEnd,
}: {
  readonly products: readonly LaunchProduct[]
  readonly show: Show
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('launch')
  const { serverNow } = useServices()
  const rows = products.filter((product) => phasesOf[show].includes(phaseNow(product, serverNow())))
  const head = show === 'subscribing' ? (rows.find(({ is_recommend }) => is_recommend) ?? null) : null
  if (rows.length === 0)
    return (
      <>
        <Empty icon="rocket" text={t(`none.${show}`)} />
        {show === 'subscribing' && <Recommended onEnd={onEnd} />}
      </>
    )
  return (
    <Stack as="ul" gap={3} className={styles.list}>
      {[...(head === null ? [] : [head]), ...rows.filter((row) => row !== head)].map((product) => (
        <li key={product.id} className={product === head ? styles.first : undefined}>
          <ProductCard product={product} isHead={product === head} onEnd={onEnd} />
        </li>
      ))}
    </Stack>
  )
}

/** Without a recommendation the answer is empty. */
const isProduct = (value: object): value is LaunchProduct => 'id' in value

/** The coin that the venue recommends while none can be subscribed to: the next one to open. */
function Recommended({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useTranslation('launch')
  const { request } = useServices()
  const { value } = useRead('recommended', (signal) => request.read(launch.recommended, {}, { signal }))
  if (value === null || !isProduct(value)) return null
  return (
    <section className={styles.alone} aria-label={t('recommended')}>
      <h2 className={styles.recommended}>{t('recommended')}</h2>
      <ProductCard product={value} isHead onEnd={onEnd} />
    </section>
  )
}
