import { Section } from '#src/ui/section.tsx'
import { miningPledge, type PledgeProduct, type PledgeSummary } from '#contract/mining/mining-pledge.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { compareDec, formatDec, parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { go } from '#src/lib/hash-location.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { GateCard } from '#src/parts/form/gate.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useLiveForm } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { useLeastGate, type Gate, type TypedAmount } from '#src/parts/form/use-gate.ts'
import { Box, Card, Note, Stack } from '#src/ui/box.tsx'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { CardHead } from '#src/parts/card-head.tsx'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Link } from '#src/parts/link.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useFree } from '#src/parts/money/use-free.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useOpened } from '#src/lib/use-opened.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { Loaded } from '#src/parts/loaded.tsx'
import type { Say } from './use-mining.ts'
import styles from './mining.module.css'
import { useRead } from '#src/actors/use-read.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'

/** The pools one may pledge into, with what is pledged and earned. */
export function PledgePage() {
  const { t } = useTranslation('mining')
  const summary = usePledgeSummary()
  const pools = usePools()
  const again = async () => void (await Promise.all([summary.refresh(), pools.refresh()]))
  return (
    <Page
      title={t('titles.pledge')}
      onRefresh={again}
      isBroad
      actions={<IconButton icon="history" label={t('titles.pledges')} onClick={() => go(miningPaths.pledgeRecords)} />}
    >
      <Stack gap={3} topPad={2} endPad={8}>
        <LockBanner stops="trade" />
        <Loaded read={summary} lines={1} height={110}>
          {(value) => <Summary summary={value} />}
        </Loaded>
        <Box as="p" size={2} tone={2} isLoose>
          {t('pledgeIs')}
        </Box>
        <Loaded read={pools} height={170}>
          {(all) => (
            <Stack as="ul" gap={3} className={styles.list}>
              {all.map((pool) => (
                <li key={pool.id}>
                  <PoolCard pool={pool} onChange={() => void again()} />
                </li>
              ))}
            </Stack>
          )}
        </Loaded>
        <Link to={miningPaths.pledgeRule} isCard lay="row" sidePad={4} align="center" justify="between" isTouch>
          {t('titles.rules')}
          <Icon name="chevron-right" size={18} />
        </Link>
      </Stack>
    </Page>
  )
}

function Summary({ summary }: { readonly summary: PledgeSummary }) {
  const { t } = useTranslation('mining')
  const { serverNow } = useServices()
  const shown = useNumbers()
  const worth = (text: string) => `≈ ${shown.money(text, baseCoin.name)}`
  return (
    <Section isCard title={t('pledgedNow')} isTop className={styles.card}>
      <Box as="p" size={5} weight="bold" breaks>
        {worth(summary.pledged)}
      </Box>
      <div className={styles.across}>
        <Facts
          facts={[
            { name: t('runningPledges'), value: shown.exact(String(summary.running)) },
            { name: t('today'), value: worth(summary.award_today) },
            { name: t('total'), value: worth(summary.award_total) },
            { name: t('nextAward'), value: <Countdown deadlineMs={summary.next_award_ms} now={serverNow} /> },
          ]}
        />
      </div>
    </Section>
  )
}

const one = 10n ** 8n
/** What an amount earns a day, cut to the coin's decimals. */
const dailyOf = (amount: string, { day_rate, decimal_scale }: PledgeProduct) => {
  const exact = amount === '' ? 0n : (parseDec(amount) * parseDec(day_rate)) / one
  return formatDec(exact - (exact % 10n ** BigInt(8 - decimal_scale)))
}

function PoolCard({ pool, onChange }: { readonly pool: PledgeProduct; readonly onChange: () => void }) {
  const { t } = useTranslation('mining')
  const shown = useNumbers()
  const { opened, open, close } = useOpened()
  const name = `pledge-${pool.id}`
  return (
    <Card as="section" gap={3} pad={4} isTop className={styles.card} aria-label={pool.name}>
      <CardHead
        mark={<CoinIcon name={pool.currency_name} logo={pool.logo} size={36} />}
        name={pool.name}
        note={`${pool.currency_name} · ${t('days', { count: pool.days })}`}
      >
        <Stack as="span" size={4} tone="rise" weight="bold" text="end" keeps>
          {shown.share(pool.day_rate)}
          <small>{t('aDay')}</small>
        </Stack>
      </CardHead>
      <Facts
        facts={[
          {
            name: t('bounds'),
            value: [
              shown.sum(pool.min_amount, pool.currency_name, 'cost'),
              shown.money(pool.max_amount, pool.currency_name),
            ].join(' – '),
          },
          { name: t('poolLeft'), value: pool.left === null ? '—' : shown.money(pool.left, pool.currency_name) },
        ]}
      />
      <Button isWide disabled={pool.status !== 'open'} onClick={() => open(name)}>
        {t(pool.status === 'open' ? 'pledgeNow' : 'poolClosed')}
      </Button>
      {opened === name && (
        <PledgeSheet
          pool={pool}
          onClose={() => {
            close()
            onChange()
          }}
        />
      )}
    </Card>
  )
}

const mostOf = ({ left, max_amount }: PledgeProduct) =>
  left !== null && compareDec(left, max_amount) < 0 ? left : max_amount

type About = { readonly pool: PledgeProduct; readonly free: string | null; readonly t: Say; readonly shown: Numbers }
type Live = About & { readonly gate: Gate }
const usePledge = (about: About, now: TypedAmount): Live => ({
  ...about,
  gate: useLeastGate(about.pool, about.pool.min_amount, now),
})
const pledgeForm = moneyForm<Live, About>()({
  call: miningPledge.pledge,
  draft: ({ pool }) => `pledge-${pool.id}`,
  fields: () => ({ amount: '' }),
  sums: (texts, { pool }) => {
    const amount = tidyDecimal(texts.amount)
    return { amount, daily: dailyOf(amount, pool) }
  },
  faults: ({ sums: { amount }, live: { pool, free } }) => ({
    amount: amountFault(amount, { min: pool.min_amount, max: mostOf(pool), free }),
  }),
  input: ({ sums: { amount }, live: { pool } }) => ({ product_id: pool.id, amount, expect: 'open' as const }),
  review: ({ sums, live }) => {
    const { pool, t, shown } = live
    return {
      title: t('reviewPledge'),
      rows: [
        { name: t('amount'), value: shown.money(sums.amount || '0', pool.currency_name) },
        ...earningsOf(sums.daily, live),
      ],
      confirm: t('confirmPledge'),
      doneTitle: t('pledgedDone'),
      done: <p>{t('pledgedText')}</p>,
    }
  },
})
const earningsOf = (daily: string, { pool: { days, currency_name }, t, shown }: Live) => [
  { name: t('daily'), value: shown.money(daily, currency_name) },
  { name: t('term'), value: t('days', { count: days }) },
  {
    name: t('inAll'),
    value: shown.money(formatDec(parseDec(daily) * BigInt(days)), currency_name),
    isStrong: true,
  },
]

function PledgeSheet({ pool, onClose }: { readonly pool: PledgeProduct; readonly onClose: () => void }) {
  const { t } = useTranslation(['mining', 'refusals'])
  const shown = useNumbers()
  const coin = pool.currency_name
  const free = useFree()(pool.currency_id)
  const form = useLiveForm(pledgeForm, { pool, free, t, shown }, usePledge, { gate: ({ gate }) => gate })
  const most = mostOf(pool)
  return (
    <MoneySheet form={form} title={t('pledgeInto', { name: pool.name })} button={t('reviewPledge')} onClose={onClose}>
      <GateCard gate={form.live.gate} />
      <MoneyField
        fields={form.fields}
        name="amount"
        label={t('amount')}
        unit={coin}
        scale={pool.decimal_scale}
        bounds={{ min: pool.min_amount, max: most }}
        most={compareDec(free ?? '0', most) < 0 ? (free ?? '0') : most}
        balance={`${t('available')} ${shown.money(free ?? '0', coin)}`}
      />
      <Facts facts={earningsOf(form.sums.daily, form.live)} />
      <Note isLoose>{t('pledgeNote')}</Note>
    </MoneySheet>
  )
}

/** What the caller has pledged and earned; read again as it changes. */
function usePledgeSummary() {
  const { request } = useServices()
  const read = useRead<PledgeSummary>('pledge-summary', (signal) =>
    request.read(miningPledge.pledgeSummary, {}, { signal }),
  )
  useRefreshOn(['mining.pledgeChanged'], () => void read.refresh())
  return read
}
/** The pools one may pledge into: they come in one page. */
function usePools() {
  const { request } = useServices()
  const read = useRead<readonly PledgeProduct[]>('pledge-pools', async (signal) => {
    const reply = await request.read(miningPledge.pledgeProducts, { page: 1, limit: 50 }, { signal })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  })
  useRefreshOn(['mining.pledgeChanged'], () => void read.refresh())
  return read
}
