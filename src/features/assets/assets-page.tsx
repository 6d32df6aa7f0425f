import type { AccountKind } from '#contract/wire/booking.ts'
import { herePath } from '#src/lib/hash-location.ts'
import { loginPath } from '#src/lib/paths/known.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Link } from '#src/parts/link.tsx'
import { useTotals } from '#src/parts/lever/use-totals.ts'
import { useIsLoggedIn } from '#src/actors/use-session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import type { Totals, Balances } from '#streams/assets/assets.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '#src/parts/worth/amount.tsx'
import styles from './assets-page.module.css'
import { CoinList } from './coin-list.tsx'
import { accountOrder, holdingOf } from './holdings.ts'
import { PnlPanel } from './pnl-panel.tsx'
import { useBalances } from '#src/parts/worth/use-balances.ts'
import { usePnl } from '#src/parts/worth/use-pnl.ts'
import { valued } from '#src/parts/worth/valuation.ts'
import { WorthCard } from './worth-card.tsx'
import { useFiats } from '#src/parts/worth/total.tsx'
import { parseDec } from '#contract/wire/money.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { sharesOf } from './pnl-sums.ts'
import { Panel } from './panel.tsx'
import pnl from './pnl.module.css'

/** All balances: total, by account, by coin. Updated by push. */
export function AssetsPage() {
  const isLoggedIn = useIsLoggedIn()
  return isLoggedIn ? <OwnAssets /> : <NobodysAssets />
}

function NobodysAssets() {
  const { t } = useTranslation(['assets', 'shell'])
  return (
    <Page title={t('title')} hasBack={false}>
      <Empty text={t('login')} icon="wallet">
        <Link
          to={loginPath({ backpage: herePath() })}
          lay="stack"
          items="center"
          align="center"
          isTouch
          round={2}
          ground="fill"
          weight="bold"
          sidePad={6}
          className={styles.login}
        >
          {t('menu.login', { ns: 'shell' })}
        </Link>
      </Empty>
    </Page>
  )
}

function OwnAssets() {
  const { t } = useTranslation('assets')
  const balances = useBalances()
  const totals = useTotals(balances)
  const [kind, setKind] = useState<AccountKind>('change')
  const { value, freshness, hasFailed, refresh } = balances
  const pnl = usePnl(value?.seq ?? null)
  const coins = pnl.value?.coins
  const costs = useMemo(() => new Map(coins?.map((coin) => [coin.currency, coin])), [coins])
  return (
    <Page title={t('title')} hasBack={false} isWide onRefresh={() => Promise.all([refresh(), pnl.refresh()])}>
      <Stack gap={4} className={styles.assets}>
        <WorthCard live={totals} pnl={pnl.value} />
        <Stack gap={4} shrinks isTop className={styles.aside}>
          {value !== null && <Allocation balances={value} />}
          <PnlPanel asked={pnl} />
        </Stack>
        <Box as="section" shrinks aria-label={t('filter.account')}>
          <Tabs
            label={t('filter.account')}
            tabs={accountOrder.map((each) => ({
              value: each,
              label: <AccountTab kind={each} totals={totals.value} />,
            }))}
            value={kind}
            onChange={setKind}
          >
            {value !== null && (
              <CoinList
                key={kind}
                cells={value.cells[kind]}
                kind={kind}
                isStale={freshness === 'stale'}
                {...(kind === 'change' && { costs })}
              />
            )}
            {value === null && (hasFailed ? <ReadFailed failure={null} onRetry={() => void refresh()} /> : <Waiting />)}
          </Tabs>
        </Box>
      </Stack>
    </Page>
  )
}

const Waiting = () => (
  <Box topPad={4}>
    <Skeleton lines={6} height={44} />
  </Box>
)

/** One account with its total value. */
function AccountTab({ kind, totals }: { readonly kind: AccountKind; readonly totals: Totals | null }) {
  const { t } = useTranslation('assets')
  const valuation = useSettings((settings) => settings.valuation)
  const worth = valued(totals?.[kind] ?? '0', valuation, useFiats())
  return (
    <Stack as="span" gap="hair" text="start" className={styles.account}>
      <span>{t(`accounts.${kind}`)}</span>{' '}
      <Box as="span" size={2} tone={2} weight="plain">
        {totals === null ? (
          '…'
        ) : (
          <Amount text={worth.amount} unit={worth.code} kind="places" scale={worth.scale} before={worth.symbol} />
        )}
      </Box>
    </Stack>
  )
}

/** All accounts together by coin, as shares of the total value. */
function Allocation({ balances }: { readonly balances: Balances }) {
  const { t } = useTranslation('assets')
  const shown = useNumbers()
  const isHidden = useSettings((settings) => settings.hideBalances)
  const worths = new Map<string, bigint>()
  for (const kind of accountOrder)
    for (const cell of balances.cells[kind]) {
      const { name, worth } = holdingOf(cell, kind)
      worths.set(name, (worths.get(name) ?? 0n) + parseDec(worth))
    }
  const shares = sharesOf(
    [...worths].map(([name, worth]) => ({ name, worth })),
    t('pnl.rest'),
  )
  if (shares.length === 0) return null
  return (
    <Panel name={t('pnl.allocation')}>
      <Box lay="row" gap={2} align="baseline" justify="between" className={pnl.head}>
        <h2>{t('pnl.allocation')}</h2>
        <small>{t('pnl.coins', { count: [...worths.values()].filter((worth) => worth > 0n).length })}</small>
      </Box>
      <Box lay="row" gap="hair" round="full" clips className={pnl.bar} aria-hidden="true">
        {shares.map(({ name, percent }, at) => (
          <i key={name} data-hue={at} style={{ flexGrow: Math.max(1, Math.round(Number(percent))) }} />
        ))}
      </Box>
      <Box as="ul" lay="row" size={2} wraps className={pnl.shares}>
        {shares.map(({ name, percent }, at) => (
          <li key={name}>
            <i data-hue={at} aria-hidden="true" />
            {name} <b>{isHidden ? '••' : `${shown.places(percent, 1)}%`}</b>
          </li>
        ))}
      </Box>
    </Panel>
  )
}
