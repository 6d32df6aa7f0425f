import { Press, Row, Stack } from '#src/ui/box.tsx'
import { isMarket, marketOf, symbolOf, type Pair } from '#contract/market/market.ts'
import { option } from '#contract/option/option.ts'
import { go, hereWith, useQuery } from '#src/lib/hash-location.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { useServices } from '#src/actors/services.tsx'
import { PairPicker } from '#src/parts/trade/pair-picker.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ResultMoment } from './result-moment.tsx'
import { RoundFloor } from './round-floor.tsx'
import { keepSignals, keptSignals, type Signals } from './signals.ts'
import { SignalSheet } from './signal-sheet.tsx'
import { StakeDetail } from './stake-detail.tsx'
import { StakesPanel } from './stakes-panel.tsx'
import styles from './panel.module.css'

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
    <Stack gap={3} className={styles.panel} data-desk={isDesk}>
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
  const failure = periods.failure ?? coins.failure
  if (periods.value === null || coins.value === null)
    return failure === null ? (
      <Skeleton lines={4} height={72} />
    ) : (
      <ReadFailed
        failure={failure}
        onRetry={() => {
          void periods.refresh()
          void coins.refresh()
        }}
      />
    )
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
