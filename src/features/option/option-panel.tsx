import { Note, Press, Row, Stack } from '#src/ui/box.tsx'
import { isMarket, marketOf, symbolOf, type Pair } from '#contract/market/market.ts'
import { option } from '#contract/option/option.ts'
import { go, hereWith, useQuery } from '#src/lib/hash-location.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { allOf } from '#src/actors/use-call.ts'
import { useServices, type Services } from '#src/actors/services.tsx'
import { PairPicker } from '#src/parts/trade/pair-picker.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { useEffect, useState, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ResultMoment } from './result-moment.tsx'
import { RoundFloor } from './round-floor.tsx'
import { keepSignals, keptSignals, type Signals } from './signals.ts'
import { StakeDetail } from './stake-detail.tsx'
import styles from './panel.module.css'
import { Sheet } from '#src/ui/sheet.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { StakeHistory } from './stake-history.tsx'
import { secondsToClose } from '#machines/option/option-order.ts'
import type { OptionOrder } from '#contract/option/option.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { optionOrderLogic } from './option-round.actors.ts'
import { StakeHeads, StakeRow } from './stake-row.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import stakes from './stakes.module.css'
import type { Reply } from '#contract/wire/reply.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { Facts } from '#src/ui/facts.tsx'
import { statsOf } from './stats.ts'

/** Option rounds in the contracts tab: market, rounds, stake form and stakes. */
export function OptionPanel() {
  const { t } = useTranslation(['option', 'market'])
  const { feeds } = useServices()
  const asked = useQuery()['market']
  const lastMarket = useSettings((settings) => settings.lastMarket)
  const setSettings = useSettings(({ set }) => set)
  const market = isMarket(asked) ? asked : lastMarket
  useEffect(() => {
    if (market !== lastMarket) setSettings({ lastMarket: market })
  }, [market, lastMarket, setSettings])
  const isDesk = useIsDesktop()
  const [isPicking, setIsPicking] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const [signals, setSignals] = useState<Signals>(keptSignals)
  const [open, setOpen] = useState<number | null>(null)
  const pairs = useStream(feeds.tickers$, loading)
  const pair = pairs.value?.find(({ symbol }) => marketOf(symbol) === market) ?? null
  const choose = (next: Signals) => {
    setSignals(next)
    keepSignals(next)
  }
  return (
    <Stack gap={3} topPad={2} endPad={6} className={styles.panel} data-desk={isDesk}>
      <Row as="header" justify="between">
        <Press
          lay="inline"
          gap={1}
          align="center"
          size={4}
          isTouch
          onClick={() => setIsPicking(true)}
          aria-label={`${symbolOf(market)}, ${t('market:pick')}`}
        >
          <strong>{symbolOf(market)}</strong>
          <Icon name="chevron-down" size={16} />
        </Press>
        <IconButton icon="bell" label={t('signals')} onClick={() => setIsChoosing(true)} />
      </Row>
      <ResultMoment signals={signals} onOpen={setOpen} />
      {pair === null ? (
        pairs.value === null ? (
          <Skeleton lines={4} height={72} />
        ) : (
          <Empty text={t('market:noPair')} icon="search" />
        )
      ) : !pair.open_microtrade ? (
        <Empty text={t('noRounds')} icon="clock" />
      ) : (
        <Series key={market} pair={pair} onOpen={setOpen} />
      )}
      <PairPicker
        isOpen={isPicking}
        onClose={() => setIsPicking(false)}
        onPick={(next) => {
          setIsPicking(false)
          go(hereWith('market', next), { replace: true })
        }}
      />
      <SignalSheet isOpen={isChoosing} signals={signals} onChange={choose} onClose={() => setIsChoosing(false)} />
      <StakeDetail id={open} onClose={() => setOpen(null)} />
    </Stack>
  )
}

/** The periods of one market; each has its own rounds. */
function Series({ pair, onOpen }: { readonly pair: Pair; readonly onOpen: (id: number) => void }) {
  const { t } = useTranslation('option')
  const { request } = useServices()
  const isDesk = useIsDesktop()
  const periods = useRead(`periods ${pair.id}`, () => request.read(option.periods, { match_id: pair.id }))
  const coins = useRead('stake coins', () => request.read(option.stakeCoins, {}))
  const [chosen, setChosen] = useState<number | null>(null)
  if (periods.value === null || coins.value === null)
    return <Unread read={allOf({ periods, coins })} lines={4} height={72} />
  const period = periods.value.find(({ seconds }) => seconds === chosen) ?? periods.value[0] ?? null
  if (period === null) return <Empty text={t('noRounds')} icon="clock" />
  return (
    <>
      {!isDesk && (
        <Segmented
          label={t('time')}
          options={periods.value.map(({ seconds }) => ({
            value: String(seconds),
            label: t('seconds', { count: seconds }),
          }))}
          value={String(period.seconds)}
          onChange={(seconds) => setChosen(Number(seconds))}
          size="s"
        />
      )}
      <RoundFloor
        key={period.seconds}
        pair={pair}
        period={period}
        periods={periods.value}
        coins={coins.value}
        onPeriod={setChosen}
        onMoved={() => void periods.refresh()}
        stakes={<StakesPanel onOpen={onOpen} />}
      />
    </>
  )
}

type Props = {
  readonly isOpen: boolean
  readonly signals: Signals
  readonly onChange: (signals: Signals) => void
  readonly onClose: () => void
}

/** The settings for sound and vibration of results. */
function SignalSheet({ isOpen, signals, onChange, onClose }: Props) {
  const { t } = useTranslation('option')
  return (
    <Sheet title={t('signals')} isOpen={isOpen} onClose={onClose}>
      <Stack gap={3} className={styles.switches}>
        <p>{t('signalsHint')}</p>
        <div>
          <span aria-hidden="true">{t('sound')}</span>
          <Switch label={t('sound')} isOn={signals.sound} onChange={(sound) => onChange({ ...signals, sound })} />
        </div>
        <div>
          <span aria-hidden="true">{t('vibration')}</span>
          <Switch
            label={t('vibration')}
            isOn={signals.vibration}
            onChange={(vibration) => onChange({ ...signals, vibration })}
          />
        </div>
      </Stack>
    </Sheet>
  )
}

type Shelf = 'open' | 'history' | 'stats'

/** The user's stakes: open, settled, and their statistics. */
function StakesPanel({ onOpen }: { readonly onOpen: (id: number) => void }) {
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

type Open = (id: number) => void

function OpenStake({
  order: first,
  logic,
  onOpen,
}: {
  readonly order: OptionOrder
  readonly logic: ReturnType<typeof optionOrderLogic>
  readonly onOpen: Open
}) {
  const actor = useActorRef(logic, { input: { order: first } })
  const snapshot = useSelector(actor, (now) => now)
  const { value } = snapshot
  const state = typeof value === 'string' ? value : 'open' in value ? value.open : value.closed
  return (
    <StakeRow
      order={snapshot.context.order}
      state={state}
      left={secondsToClose(snapshot)}
      onOpen={() => onOpen(first.id)}
    />
  )
}

/** All stakes that run or wait for their result; each has its own machine. */
function OpenStakes({ onOpen }: { readonly onOpen: Open }) {
  const { t } = useTranslation('option')
  const { feeds } = useServices()
  const logic = useMemo(() => optionOrderLogic({ feeds }), [feeds])
  const orders = useStream(feeds.optionOrders$, loading)
  if (orders.value === null) return <Skeleton lines={2} height={88} />
  if (orders.value.length === 0) return <Empty text={t('noOpen')} />
  return (
    <div className={classes(table.table, stakes.table)} data-stale={orders.freshness === 'stale' || undefined}>
      <StakeHeads isOver={false} />
      <Stack as="ul">
        {orders.value.map((order) => (
          <li key={order.id}>
            <OpenStake order={order} logic={logic} onOpen={onOpen} />
          </li>
        ))}
      </Stack>
    </div>
  )
}

const pages = 4
const size = 50

/** The last two hundred settled stakes. */
async function readEnded({ request }: Pick<Services, 'request'>): Promise<Reply<readonly OptionOrder[]>> {
  const all = new Map<number, OptionOrder>()
  for (let page = 1; page <= pages; page++) {
    const reply = await request.read(option.list, { status: 'closed', page, limit: size })
    if (!reply.ok) return reply
    for (const order of reply.value.data) all.set(order.id, order)
    if (reply.value.data.length < size) break
  }
  return { ok: true, value: [...all.values()] }
}

/** The statistics of the user's stakes: wins, losses, fees, and the break-even win rate. */
function StakeStats() {
  const { t, i18n } = useTranslation('option')
  const services = useServices()
  const ended = useRead('ended stakes', () => readEnded(services))
  if (ended.value === null) return <Unread read={ended} lines={4} height={32} />
  if (ended.value.length === 0) return <Empty text={t('noHistory')} icon="chart" />
  const stats = statsOf(ended.value)
  const coin = ended.value[0]?.currency_name ?? ''
  const money = (text: string) => numbersIn(i18n.language).money(text, coin)
  const share = (text: string | null) => (text === null ? '—' : numbersIn(i18n.language).percent(text))
  const rows: readonly (readonly [string, string])[] = [
    [t('stats.counted'), String(stats.count)],
    [t('stats.won'), String(stats.won)],
    [t('stats.lost'), String(stats.lost)],
    [t('stats.drawn'), String(stats.drawn)],
    [t('stats.given'), String(stats.given)],
    [t('stats.winShare'), share(stats.winShare)],
    [t('stats.breakEven'), share(stats.breakEven)],
    [t('stats.staked'), money(stats.staked)],
    [t('stats.fees'), numbersIn(i18n.language).cost(stats.fees, coin)],
    [t('stats.net'), numbersIn(i18n.language).gain(stats.net, coin)],
  ]
  return (
    <Stack gap={3} blockPad={3}>
      <Facts facts={rows.map(([name, value]) => ({ name, value }))} />
      <Note>{t('stats.note')}</Note>
    </Stack>
  )
}
