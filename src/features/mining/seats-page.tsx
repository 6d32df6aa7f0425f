import { CountField } from './parts.tsx'
import { miningCalls, type Seat } from '#contract/mining/mining.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { formatTime } from '#src/lib/format.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { GateCard } from '#src/parts/form/gate.tsx'
import { moneyForm, useLiveForm } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { useGate, type Gate } from '#src/parts/form/use-gate.ts'
import { Balance } from '#src/parts/balance.tsx'
import { CardHead } from '#src/parts/card-head.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Box, Card, Row, Stack } from '#src/ui/box.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useFree } from '#src/parts/money/use-free.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useOpened } from '#src/lib/use-opened.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { Loaded } from '#src/parts/loaded.tsx'
import { saleTones, useSeats, type Say } from './use-mining.ts'
import styles from './mining.module.css'

/** Seats by region: places for machines, for a term; and those of the caller. */
export function SeatsPage() {
  const { t } = useTranslation('mining')
  const seats = useSeats()
  return (
    <Page title={t('titles.seats')} onRefresh={seats.refresh} isBroad>
      <Stack gap={3} topPad={2} endPad={8}>
        <LockBanner stops="trade" />
        <Box as="p" size={2} tone={2} isLoose>
          {t('seatIs')}
        </Box>
        <Loaded read={seats} lines={3} height={180}>
          {(all) => (
            <Stack as="ul" gap={3} className={styles.list}>
              {all.map((seat) => (
                <li key={seat.id}>
                  <SeatCard seat={seat} onChange={() => void seats.refresh()} />
                </li>
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}

function SeatCard({ seat, onChange }: { readonly seat: Seat; readonly onChange: () => void }) {
  const { t } = useTranslation('mining')
  const shown = useNumbers()
  const { opened, open, close } = useOpened()
  const name = `seat-${seat.id}`
  return (
    <Card as="section" gap={3} pad={4} isTop className={styles.card} aria-label={seat.name}>
      <CardHead name={seat.name} note={seat.region}>
        <Badge tone={saleTones[seat.status]}>{t(`status.${seat.status}`)}</Badge>
      </CardHead>
      <Facts
        facts={[
          { name: t('price'), value: shown.cost(seat.price, seat.currency_name), isStrong: true },
          { name: t('places'), value: shown.exact(String(seat.places)) },
          { name: t('term'), value: t('days', { count: seat.days }) },
          {
            name: t('stock'),
            value: t('leftOf', {
              left: shown.exact(String(Math.max(0, seat.stock - seat.sold))),
              all: shown.exact(String(seat.stock)),
            }),
          },
        ]}
      />
      {seat.mine.length > 0 && (
        <Box as="ul" isRuled line="top" aria-label={t('mySeats')}>
          {seat.mine.map((own) => (
            <Row key={own.id} as="li" gap={3} blockPad={2} justify="between">
              <span>{t('usedOf', { used: own.used, all: own.places })}</span>
              <span>{t('ends', { time: formatTime(own.end_ms) })}</span>
            </Row>
          ))}
        </Box>
      )}
      {seat.status === 'on_sale' && (
        <Button isWide onClick={() => open(name)}>
          {t('buySeat')}
        </Button>
      )}
      {opened === name && (
        <SeatSheet
          seat={seat}
          onClose={() => {
            close()
            onChange()
          }}
        />
      )}
    </Card>
  )
}

type About = { readonly seat: Seat; readonly free: string; readonly t: Say; readonly shown: Numbers }
type Live = About & { readonly gate: Gate }
const costOf = ({ price }: Seat, num: number) => formatDec(parseDec(price) * BigInt(num))
/** What they cost has to lie in the spot account. */
function useSeat(about: About, { texts }: { readonly texts: { readonly num: string } }): Live {
  const { currency_id: currency, currency_name: name } = about.seat
  const amount = costOf(about.seat, Number(texts.num) || 1)
  return { ...about, gate: useGate({ stops: 'trade', funds: { account: 'change', currency, name, amount } }) }
}
const seatForm = moneyForm<Live, About>()({
  call: miningCalls.buySeat,
  draft: ({ seat }) => `seat-${seat.id}`,
  fields: () => ({ num: '1' }),
  sums: (texts, { seat }) => {
    const num = Number(texts.num) || 1
    return { num, cost: costOf(seat, num) }
  },
  faults: () => ({}),
  input: ({ sums: { num }, live: { seat } }) => ({
    seat_id: seat.id,
    num,
    price: seat.price,
    expect: 'on_sale' as const,
  }),
  review: ({ sums, live }) => {
    const { seat, t } = live
    return {
      title: t('reviewSeat'),
      rows: [{ name: t('pieces'), value: `${sums.num} × ${seat.name}` }, ...costFacts(sums, live)],
      confirm: t('confirmBuy'),
      doneTitle: t('seatBought'),
      done: <p>{t('seatBoughtText')}</p>,
    }
  },
})
const costFacts = (
  { num, cost }: { readonly num: number; readonly cost: string },
  { seat: { places, days, currency_name }, t, shown }: Live,
) => [
  { name: t('places'), value: shown.exact(String(places * num)) },
  { name: t('term'), value: t('days', { count: days }) },
  { name: t('cost'), value: shown.cost(cost, currency_name), isStrong: true },
]

function SeatSheet({ seat, onClose }: { readonly seat: Seat; readonly onClose: () => void }) {
  const { t } = useTranslation(['mining', 'refusals'])
  const shown = useNumbers()
  const free = useFree()(seat.currency_id) ?? '0'
  const form = useLiveForm(seatForm, { seat, free, t, shown }, useSeat, { gate: ({ gate }) => gate })
  const { fields, sums } = form
  return (
    <MoneySheet form={form} title={t('buyOf', { name: seat.name })} button={t('reviewSeat')} onClose={onClose}>
      <GateCard gate={form.live.gate} />
      <CountField
        label={t('pieces')}
        value={sums.num}
        max={Math.max(1, seat.stock - seat.sold)}
        onChange={(num) => fields.set('num', String(num))}
      />
      <Facts
        facts={[
          ...costFacts(sums, form.live),
          { name: t('available'), value: <Balance>{shown.money(free, seat.currency_name)}</Balance> },
        ]}
      />
    </MoneySheet>
  )
}
