import { Box, Card, Note, Row, Stack } from '#src/ui/box.tsx'
import { numbersIn } from '#src/lib/money-text.ts'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { NumberCell } from '#src/ui/number.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { PriceRow } from '#contract/market/market.ts'
import type { OptionOrder } from '#contract/option/option.ts'
import type { Live } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import { resultsOf } from './chart-shape.ts'
import { marginMs, type RoundView } from './use-round.ts'
import styles from './round.module.css'

type Props = {
  readonly view: RoundView
  readonly quote: Live<PriceRow>
  readonly stakes: readonly OptionOrder[]
  readonly scale: number
  /** What the prices are in. */
  readonly unit: string
}

/** The current round: number, phase, time left, current price, price to beat, and past results. */
export function RoundCard({ view, quote, stakes, scale, unit }: Props) {
  const { t, i18n } = useTranslation('option')
  const { round, rounds, phase, left } = view
  if (round === null || phase === null) return <Skeleton lines={2} height={72} />
  const price = (text: string | null) => (text === null ? '—' : numbersIn(i18n.language).price(text, scale))
  const opened = rounds.find(({ no }) => no === round.no - 1)?.delivery_price ?? null
  const toBeat =
    stakes.find(({ round_no, open_price }) => round_no === round.no && open_price !== null)?.open_price ?? null
  const { open_ms, lock_ms, close_ms } = round
  const spans = {
    scheduled: round.seconds,
    open: (lock_ms - marginMs - open_ms) / 1000,
    locked: (close_ms - lock_ms + marginMs) / 1000,
  }
  const total = phase === 'scheduled' || phase === 'open' || phase === 'locked' ? spans[phase] : 1
  const isWaiting = phase === 'settling' || phase === 'settled' || phase === 'void'
  return (
    <Card as="section" gap={3} pad={3} aria-label={t('roundNo', { no: round.no })}>
      <Row gap={3} justify="between">
        <Stack gap={1} shrinks>
          <h2>{t('roundNo', { no: round.no })}</h2>
          <Note
            tone={phase === 'open' ? 'accent' : phase === 'locked' || phase === 'settling' ? 'warning' : 2}
            role="status"
          >
            {t(view.isTimeKnown || isWaiting ? `phases.${phase}` : 'syncing')}
          </Note>
          <Box as="dl" lay="row" wraps gap={2} sideGap={5} topPad={1} className={styles.prices} data-unit={unit}>
            <div>
              <dt>{t('index')}</dt>
              <dd className={styles.index}>
                {quote.value === null ? (
                  '—'
                ) : (
                  <NumberCell
                    text={price(quote.value.index)}
                    value={quote.value.index}
                    isStale={quote.freshness === 'stale'}
                  />
                )}
              </dd>
            </div>
            <div>
              <dt>{t(toBeat === null ? 'openedAt' : 'toBeat')}</dt>
              <dd>{price(toBeat ?? opened)}</dd>
            </div>
            {phase === 'settled' && (
              <div>
                <dt>{t('settledAt')}</dt>
                <dd>{price(round.delivery_price)}</dd>
              </div>
            )}
          </Box>
          <PriceAge freshness={quote.freshness} ageMs={quote.ageMs} />
        </Stack>
        <CountdownRing
          left={left}
          total={Math.max(1, total)}
          label={t(phase === 'locked' ? 'untilClose' : phase === 'open' ? 'untilLock' : 'untilOpen')}
          instead={t(isWaiting ? `short.${phase}` : 'syncing')}
          tone={phase === 'open' ? 'open' : phase === 'locked' ? 'locked' : 'waiting'}
        />
      </Row>
      <Results view={view} scale={scale} unit={unit} />
    </Card>
  )
}

const marks = { rise: '▲', fall: '▼', flat: '=', void: '∅', unknown: '·' } as const

/** The last ten results, each relative to the previous price: history, not a forecast. */
function Results({ view, scale, unit }: Pick<Props, 'view' | 'scale' | 'unit'>) {
  const { t, i18n } = useTranslation('option')
  const results = resultsOf(view.rounds)
  if (results.length === 0)
    return (
      <Box as="p" tone={2} size={1} weight="plain">
        {t('noResults')}
      </Box>
    )
  return (
    <Stack gap={1} className={styles.past}>
      <h3>{t('lastResults')}</h3>
      <ol className={styles.results} data-unit={unit}>
        {results.map(({ no, price, way }) => (
          <li
            key={no}
            data-way={way}
            title={`${t('roundNo', { no })} ${price === null ? '' : numbersIn(i18n.language).price(price, scale)}`}
          >
            <span aria-hidden="true">{marks[way]}</span>
            <span className="sr">
              {t('roundNo', { no })}: {t(`ways.${way}`)}{' '}
              {price === null ? '' : numbersIn(i18n.language).price(price, scale)}
            </span>
          </li>
        ))}
      </ol>
    </Stack>
  )
}

type CountdownRingProps = {
  /** Null: the time is unknown, or only the server can decide. */
  readonly left: number | null
  readonly total: number
  /** The event that is counted down to. */
  readonly label: string
  /** The text that is shown instead of a number. */
  readonly instead: string
  readonly tone: 'open' | 'locked' | 'waiting'
}

const said: readonly number[] = [60, 30, 10, 5]
const radius = 44
const length = 2 * Math.PI * radius

/** The remaining seconds as a number in a ring; announced at 60, 30, 10 and 5. */
function CountdownRing({ left, total, label, instead, tone }: CountdownRingProps) {
  const { t } = useTranslation(['ui', 'option'])
  const share = left === null ? 0 : Math.min(1, left / total)
  return (
    <Box
      isRelative
      keeps
      className={styles.ring}
      role="timer"
      aria-label={label}
      data-tone={tone}
      data-short={left !== null && left <= 10}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={styles.track} cx="50" cy="50" r={radius} />
        <circle
          className={styles.arc}
          cx="50"
          cy="50"
          r={radius}
          strokeDasharray={length}
          strokeDashoffset={length * (1 - share)}
        />
      </svg>
      <Box as="span" pad={3} size={6} weight="bold" text="center" className={styles.count} aria-hidden={left !== null}>
        {left ?? <small>{instead}</small>}
      </Box>
      <span className="sr" aria-live="polite">
        {left !== null && said.includes(left) ? `${label}: ${t('timeLeft', { count: left })}` : ''}
      </span>
    </Box>
  )
}
