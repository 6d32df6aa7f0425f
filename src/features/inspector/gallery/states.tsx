import { Row } from '#src/ui/box.tsx'
import { Balance } from '#src/parts/balance.tsx'
import { Gone } from '#src/parts/gone.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { OtcTurns } from '#src/parts/turns.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { StatusDot } from '#src/parts/status-dot.tsx'
import { MarketModeBanner } from '#src/parts/trade/market-mode.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { Verdict } from '#src/parts/trade/verdict.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Failed } from '#src/ui/failed.tsx'
import { Money } from '#src/ui/money.tsx'
import { ChangeBadge, NumberCell } from '#src/ui/number.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Mark } from '#src/ui/mark.tsx'
import { Loaded } from '#src/parts/loaded.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { halted, lost, refused, stale } from './samples.ts'
import { State, type Shelf } from '@kontor/inspector/shelf'
import { Told } from './stage.tsx'
import { lines, told } from './stage.actors.ts'

const idle = () => {}
const trends = [
  ['rise', '+3.25%'],
  ['fall', '-1.08%'],
  ['flat', '0.00%'],
] as const
const lineNames = ['live', 'checking', 'connecting', 'reconnecting', 'polling', 'offline', 'stopped'] as const
const minuteMs = 60_000

function BadgeTones() {
  const { t } = useTranslation('ui')
  return (['quiet', 'accent', 'warning', 'danger', 'done'] as const).map((tone) => (
    <State key={tone} state={tone}>
      <Badge tone={tone}>{t('done')}</Badge>
    </State>
  ))
}
function Marks() {
  return (['quiet', 'accent', 'warning', 'danger'] as const).map((tone) => (
    <State key={tone} state={tone}>
      {(['s', 'm', 'l'] as const).map((size) => (
        <Mark key={size} size={size} tone={tone} icon="shield" />
      ))}
    </State>
  ))
}
function LoadedStates() {
  const reads = {
    loading: { value: null, failure: null },
    failed: { value: null, failure: lost },
    loaded: { value: '100 USDT', failure: null },
  }
  return Object.entries(reads).map(([state, read]) => (
    <State key={state} state={state}>
      <Loaded read={{ ...read, isBusy: false, refresh: async () => undefined }} lines={2} height={32}>
        {(value) => value}
      </Loaded>
    </State>
  ))
}
function Banners() {
  const { t } = useTranslation('ui')
  return (
    <>
      <State state="plain" isWide>
        <Banner icon="refresh">{t('refreshing')}</Banner>
      </State>
      <State state="warning" isWide>
        <Banner
          kind="warning"
          icon="warning"
          action={
            <Button kind="text" size="s">
              {t('retry')}
            </Button>
          }
        >
          {t('stalePrice')}
        </Banner>
      </State>
      <State state="danger" isWide>
        <Banner kind="danger" icon="offline">
          {t('failed')}
        </Banner>
      </State>
    </>
  )
}
const Skeletons = () => (
  <>
    <State state="lines 3">
      <Skeleton lines={3} height={20} delayMs={0} />
    </State>
    <State state="height 64">
      <Skeleton height={64} delayMs={0} />
    </State>
  </>
)
function Empties() {
  const { t } = useTranslation(['ui', 'refusals'])
  return (
    <>
      <State state="text">
        <Empty text={t('refusals:no_data')} />
      </State>
      <State state="children">
        <Empty icon="search" text={t('refusals:no_data')}>
          <Button kind="quiet">{t('search')}</Button>
        </Empty>
      </State>
    </>
  )
}
const Failures = () => (
  <>
    <State state="onRetry">
      <Failed onRetry={idle} />
    </State>
    <State state="isBusy">
      <Failed onRetry={idle} isBusy />
    </State>
  </>
)
const Gones = () => (
  <State state="text">
    <Gone />
  </State>
)
const Reads = () => (
  <>
    <State state="refused">
      <ReadFailed failure={refused} onRetry={idle} />
    </State>
    <State state="unknown">
      <ReadFailed failure={lost} onRetry={idle} />
    </State>
    <State state="offline">
      <Offline />
    </State>
  </>
)
const offline = { connection$: lines.offline }
const Offline = () => (
  <Told feeds={offline}>
    <ReadFailed failure={lost} onRetry={idle} />
  </Told>
)
function Progresses() {
  const { t } = useTranslation('ui')
  return (
    <>
      <State state="percent">
        <Progress label={t('picture.sending')} percent={42} onCancel={idle} />
      </State>
      <State state="null">
        <Progress label={t('picture.sending')} percent={null} />
      </State>
    </>
  )
}
function Countdowns() {
  const [now] = useState(Date.now)
  return (['0:09', '1:02', '14:59', '2 d'] as const).map((state, at) => (
    <State key={state} state={state}>
      <Countdown deadlineMs={now + ([9, 62, 899, 172_900][at] ?? 0) * 1000} now={Date.now} />
    </State>
  ))
}
function Cells() {
  const [price, setPrice] = useState(61_204)
  const { t } = useTranslation('ui')
  const cell = { text: String(price), value: String(price) }
  return (
    <>
      {trends.map(([trend]) => (
        <State key={trend} state={trend}>
          <NumberCell {...cell} trend={trend} hasArrow />
        </State>
      ))}
      <State state="isStale">
        <NumberCell {...cell} isStale />
      </State>
      <Button size="s" kind="quiet" onClick={() => setPrice(price + (price % 2 === 0 ? 7 : -3))}>
        {t('refresh')}
      </Button>
    </>
  )
}
const Sums = () => (
  <>
    {(['have', 'gain', 'cost', 'exact'] as const).map((kind) => (
      <State key={kind} state={kind}>
        <Money text="1.44687825" unit="USDT" kind={kind} />
      </State>
    ))}
    <State state="isFine">
      <Money text="0.01801234" unit="USDT" isFine />
    </State>
    <State state="price">
      <Money text="95000" unit="USDT" kind="price" scale={2} isBare />
    </State>
  </>
)
const Badges = () => (
  <Row gap={3} wraps>
    {trends.map(([trend, text]) => (
      <ChangeBadge key={trend} text={text} trend={trend} />
    ))}
  </Row>
)
const amount = '1,250.50 USDT'
const BalanceStates = () => (
  <>
    <State state="live">
      <Balance>{amount}</Balance>
    </State>
    <State state="stale">
      <Told feeds={told.staleBalances}>
        <Balance>{amount}</Balance>
      </Told>
    </State>
  </>
)
const Dots = () =>
  lineNames.map((name) => (
    <State key={name} state={name}>
      <Dot name={name} />
    </State>
  ))
function Dot({ name }: { readonly name: (typeof lineNames)[number] }) {
  const feeds = useMemo(() => ({ connection$: lines[name] }), [name])
  return (
    <Told feeds={feeds}>
      <StatusDot />
    </Told>
  )
}
const { ageMs, freshness } = stale(0)
function Quotes() {
  const [now] = useState(Date.now)
  const quote = {
    quote_id: '1',
    kind: 'flash' as const,
    from_currency: 3,
    to_currency: 1,
    price: '61204.5',
    num: '100',
    result: '0.00163',
    fee: '0',
    expires_ms: now + minuteMs,
    server_now_ms: now,
    used: false,
  }
  const none = { quote: null, failure: null, renew: idle, lapse: idle }
  return (
    <>
      <State state="asking">
        <QuoteBar quoted={{ ...none, state: 'asking' }} />
      </State>
      <State state="held">
        <QuoteBar quoted={{ ...none, state: 'held', quote }} />
      </State>
      <State state="lapsed">
        <QuoteBar quoted={{ ...none, state: 'lapsed' }} />
      </State>
      <State state="failed">
        <QuoteBar quoted={{ ...none, state: 'failed', failure: refused }} />
      </State>
    </>
  )
}
const Verdicts = () => (
  <>
    <State state="done">
      <Verdict outcome="done" />
    </State>
    <State state="refused">
      <Verdict outcome="refused" failure={refused} />
    </State>
    <State state="unknown">
      <Verdict outcome="unknown" />
    </State>
  </>
)

export const states: Shelf = {
  id: 'states',
  specimens: {
    Banner: Banners,
    Badge: BadgeTones,
    Mark: Marks,
    Loaded: LoadedStates,
    Skeleton: Skeletons,
    Empty: Empties,
    Failed: Failures,
    ReadFailed: Reads,
    Gone: Gones,
    Progress: Progresses,
    Countdown: Countdowns,
    NumberCell: Cells,
    ChangeBadge: Badges,
    Money: Sums,
    Balance: BalanceStates,
    StatusDot: Dots,
    PriceAge: () => <PriceAge freshness={freshness} ageMs={ageMs} />,
    LockBanner: () => <LockBanner stops="trade" />,
    MarketModeBanner: () => <MarketModeBanner price={halted} />,
    QuoteBar: Quotes,
    Verdict: Verdicts,
    OtcTurns,
  },
}
