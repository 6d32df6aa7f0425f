import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from './banner.tsx'
import { Button, IconButton } from './button.tsx'
import { Countdown } from './countdown.tsx'
import { Empty } from './empty.tsx'
import { Failed } from './failed.tsx'
import { GalleryFields } from './gallery-fields.tsx'
import { GalleryLayers } from './gallery-layers.tsx'
import styles from './gallery.module.css'
import { iconPaths } from './icon-paths.ts'
import { Icon, type IconName } from './icon.tsx'
import { List } from './list.tsx'
import { ChangeBadge, NumberCell, type Trend } from './number.tsx'
import { Page } from './page.tsx'
import { Progress } from './progress.tsx'
import { Skeleton } from './skeleton.tsx'
import { Tabs } from './tabs.tsx'

const isIcon = (name: string): name is IconName => name in iconPaths
const icons = Object.keys(iconPaths).filter(isIcon)
const kinds = ['primary', 'buy', 'sell', 'quiet', 'danger', 'text'] as const
const trends: readonly (readonly [Trend, string])[] = [['rise', '+3.25%'], ['fall', '-1.08%'], ['flat', '0.00%']]
const rows = Array.from({ length: 1000 }, (_, at) => at)
const rowOf = (at: number) => <span className={styles.row}>{at}</span>

/** All UI components in all their states, for developers. */
export function GalleryPage() {
  const { t } = useTranslation('ui')
  return (
    <Page title={t('chart')} actions={<IconButton icon="search" label={t('search')} />} footer={<Button isWide>{t('confirm')}</Button>} onRefresh={pause}>
      <div className={styles.gallery}>
        <Buttons />
        <Numbers />
        <GalleryFields />
        <GalleryLayers />
        <Shelves />
        <States />
        <Section name="List">
          <List label={t('amount')} items={rows} rowHeight={32} height={160} render={rowOf} />
        </Section>
        <Section name="Icon">
          <div className={styles.icons}>
            {icons.map((name) => (
              <span key={name} title={name}>
                <Icon name={name} />
              </span>
            ))}
          </div>
        </Section>
      </div>
    </Page>
  )
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1200))

/** One component with its name. */
export function Section({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.name}>{name}</h2>
      {children}
    </section>
  )
}

function Buttons() {
  const { t } = useTranslation('ui')
  return (
    <Section name="Button">
      {([{}, { isBusy: true }, { disabled: true }, { size: 's' }] as const).map((state, at) => (
        <div key={at} className={styles.line}>
          {kinds.map((kind) => (
            <Button key={kind} kind={kind} {...state}>
              {t('confirm')}
            </Button>
          ))}
        </div>
      ))}
    </Section>
  )
}

function Numbers() {
  const { t } = useTranslation('ui')
  const [price, setPrice] = useState(61_204)
  return (
    <Section name="NumberCell, ChangeBadge">
      <div className={styles.line}>
        <NumberCell text={String(price)} value={String(price)} trend="rise" hasArrow />
        <NumberCell text={String(price)} value={String(price)} trend="fall" hasArrow />
        <NumberCell text={String(price)} isStale />
        {trends.map(([trend, text]) => (
          <ChangeBadge key={trend} text={text} trend={trend} />
        ))}
        <Button size="s" kind="quiet" onClick={() => setPrice(price + (price % 2 === 0 ? 7 : -3))}>
          {t('refresh')}
        </Button>
      </div>
    </Section>
  )
}

function Shelves() {
  const { t } = useTranslation('ui')
  const [tab, setTab] = useState<'bids' | 'asks' | 'volume'>('bids')
  const tabs = [{ value: 'bids', label: t('bids') }, { value: 'asks', label: t('asks') }, { value: 'volume', label: t('volume') }] as const
  return (
    <Section name="Tabs">
      <Tabs label={t('price')} tabs={tabs} value={tab} onChange={setTab}>
        <p className={styles.panel}>{t(tab)}</p>
      </Tabs>
      <Tabs label={t('price')} tabs={tabs} value={tab} onChange={setTab} size="s" isWide />
    </Section>
  )
}

function States() {
  const { t } = useTranslation('ui')
  const [deadlineMs] = useState(() => Date.now() + 62_000)
  return (
    <Section name="Banner, Skeleton, Empty, Failed, Progress, Countdown">
      <Banner icon="refresh">{t('refreshing')}</Banner>
      <Banner kind="warning" icon="warning" action={<Button kind="text" size="s">{t('retry')}</Button>}>
        {t('stalePrice')}
      </Banner>
      <Banner kind="danger" icon="offline">
        {t('failed')}
      </Banner>
      <Skeleton lines={3} height={20} />
      <Empty>
        <Button kind="quiet">{t('search')}</Button>
      </Empty>
      <Failed onRetry={() => {}} />
      <Progress label={t('loading')} percent={42} onCancel={() => {}} />
      <Progress label={t('loading')} percent={null} />
      <Countdown deadlineMs={deadlineMs} now={Date.now} />
    </Section>
  )
}
