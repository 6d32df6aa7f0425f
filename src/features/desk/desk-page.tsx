import { Count } from '#src/ui/count.tsx'
import { caseKind, type CaseKind, type DeskPower } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import { decode } from '#contract/wire/coded.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { go, hereWith, useQuery } from '#src/lib/hash-location.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { deskPaths } from '#src/lib/paths/desk.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { Link } from '#src/parts/link.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { useConfig } from '#src/stores/config.ts'
import { Box } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { LogSection } from './log-section.tsx'
import { MarketsSection } from './markets-section.tsx'
import { MoneySection } from './money-section.tsx'
import { NewsSection } from './news-section.tsx'
import { OutageSection } from './outage-section.tsx'
import { ProductsSection } from './products-section.tsx'
import { QueueSection } from './queue-section.tsx'
import { ServiceSection } from './service-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { UsersSection } from './users-section.tsx'
import { useEvery } from './use-every.ts'

type Home = OutputOf<typeof desk.home>
const tools = ['users', 'markets', 'outage', 'products', 'money', 'settings', 'news', 'log'] as const
type Tool = (typeof tools)[number]
const powersOf: Record<Tool, readonly DeskPower[]> = {
  users: ['deskUser'],
  markets: ['deskSettings'],
  outage: ['deskSettings'],
  products: ['deskSettings'],
  money: ['deskSettings', 'deskMoney'],
  settings: ['deskSettings'],
  news: ['deskNews'],
  log: ['deskSettings'],
}
const mayUse = (powers: readonly DeskPower[], tool: Tool) => powersOf[tool].some((power) => powers.includes(power))

/** Cases, accounts, markets, settings and texts, for holders of powers; to everybody else the page does not exist. */
export function DeskPage() {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const home = useRead('desk', (signal) => request.read(desk.home, {}, { signal }))
  useEvery(home.refresh)
  if (home.value !== null) return <Desk home={home.value} onChanged={home.refresh} />
  if (home.failure === null)
    return (
      <Page title={t('titles.desk')} isWide>
        <Skeleton lines={6} height={56} />
      </Page>
    )
  const reason = home.failure.kind === 'refused' ? home.failure.reason : null
  const isHidden = reason === 'not_found'
  return (
    <Page title={t(isHidden ? 'shell:titles.notFound' : 'titles.desk')}>
      {isHidden ? (
        <Empty text={t('shell:notFound.text')} icon="search">
          <Button onClick={() => go(homePaths.home, { replace: true })}>{t('shell:notFound.home')}</Button>
        </Empty>
      ) : reason === 'desk_factor' ? (
        <Empty text={t('refusals:desk_factor')} icon="lock">
          <Button onClick={() => go(accountPaths.security)}>{t('shell:menu.security')}</Button>
        </Empty>
      ) : (
        <ReadFailed failure={home.failure} onRetry={() => void home.refresh()} />
      )}
    </Page>
  )
}

const kindOf = (text: string): CaseKind | null => {
  const read = decode(caseKind, text)
  return read.success ? read.data : null
}

function Desk({ home, onChanged }: { readonly home: Home; readonly onChanged: () => Promise<void> }) {
  const { t } = useTranslation('desk')
  const query = useQuery()
  // Play money comes in by addresses of its own.
  const isDemo = useConfig(({ setting }) => setting?.demo === true)
  const shownTools = tools.filter((tool) => mayUse(home.powers, tool) && !(isDemo && tool === 'money'))
  const tabs: { readonly value: string; readonly label: ReactNode }[] = [
    ...home.queues.map(({ kind, open }) => ({
      value: kind,
      label: <TabLabel text={t(`tabs.${kind}`)} count={open} />,
    })),
    ...(home.service === null
      ? []
      : [{ value: 'service', label: <TabLabel text={t('tabs.service')} count={home.service.open} /> }]),
    ...shownTools.map((tool) => ({ value: tool, label: t(`tabs.${tool}`) })),
  ]
  const chosen = tabs.find(({ value }) => value === query['tab'])?.value ?? tabs[0]?.value ?? ''
  const bar = useRef<HTMLDivElement>(null)
  // On a phone the line of tabs is longer than the screen: the chosen one is brought into its middle.
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    const line = tab?.closest('[role="tablist"]')
    if (tab && line) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2
  }, [chosen])
  return (
    <Page title={t('titles.desk')} isWide isFlush>
      <div ref={bar} className={styles.tabs}>
        <Tabs
          label={t('tabsLabel')}
          tabs={tabs}
          value={chosen}
          onChange={(tab) => go(withQuery(deskPaths.desk, { tab }), { replace: true })}
        />
      </div>
      {home.gaps.length > 0 && chosen !== 'money' && (
        <Box blockPad={2} sidePad={4}>
          <Link
            to={withQuery(deskPaths.desk, { tab: 'money' })}
            lay="row"
            align="center"
            size={2}
            tone="warning"
            isTouch
          >
            {t('gaps.line', { count: home.gaps.length })}
          </Link>
        </Box>
      )}
      <Section key={chosen} chosen={chosen} home={home} onChanged={onChanged} caseId={query['case'] ?? ''} />
    </Page>
  )
}

const TabLabel = ({ text, count }: { readonly text: string; readonly count: number }) => (
  <Box as="span" lay="inline" gap={2} align="center">
    {text}
    <Count tone="accent" count={count} />
  </Box>
)

type SectionProps = {
  readonly chosen: string
  readonly home: Home
  readonly onChanged: () => Promise<void>
  readonly caseId: string
}

function Section({ chosen, home, onChanged, caseId }: SectionProps) {
  const { t } = useTranslation('desk')
  const kind = kindOf(chosen)
  const onReplaced = useCallback((id: string) => go(hereWith('case', id), { replace: true }), [])
  if (kind !== null)
    return (
      <QueueSection
        kind={kind}
        caseId={caseId}
        me={home.me.id}
        mayOpenPerson={home.powers.includes('deskUser')}
        onChoose={(id) => go(hereWith('case', id), { replace: id === '' })}
        onReplaced={onReplaced}
        onDecided={() => void onChanged()}
      />
    )
  if (chosen === 'service')
    return (
      <ServiceSection
        talkId={caseId}
        onChoose={(id) => go(hereWith('case', id), { replace: id === '' })}
        onChanged={() => void onChanged()}
      />
    )
  if (chosen === 'users')
    return (
      <UsersSection
        powers={home.powers}
        me={home.me.id}
        personId={caseId}
        onClose={() => go(hereWith('case', ''), { replace: true })}
      />
    )
  if (chosen === 'markets') return <MarketsSection />
  if (chosen === 'outage') return <OutageSection />
  if (chosen === 'products') return <ProductsSection />
  if (chosen === 'money') return <MoneySection maySet={home.powers.includes('deskSettings')} />
  if (chosen === 'settings') return <SettingsSection />
  if (chosen === 'news') return <NewsSection />
  if (chosen === 'log') return <LogSection />
  return <Empty text={t('noTask')} />
}
