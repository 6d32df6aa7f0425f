import { miningCalls, type Seat } from '#contract/mining/mining.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { formatTime } from '#src/lib/format.ts'
import { Balance } from '#src/parts/balance.tsx'
import { CardHead } from '#src/parts/card-head.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useFree } from '#src/parts/money/use-free.ts'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountField } from './count-field.tsx'
import { Loaded } from '#src/parts/loaded.tsx'
import { saleTones, useSeats } from './use-mining.ts'
import styles from './mining.module.css'

/** Seats by region: places for machines, for a term; and those of the caller. */
export function SeatsPage() {
  const { t } = useTranslation('mining')
  const seats = useSeats()
  return (
    <Page title={t('titles.seats')} onRefresh={seats.refresh} isBroad>
      <div className={styles.page}>
        <LockBanner stops="trade" />
        <p className={styles.note}>{t('seatIs')}</p>
        <Loaded read={seats} lines={3} height={180}>
          {(all) => (
            <ul className={styles.list}>
              {all.map((seat) => (
                <li key={seat.id}>
                  <SeatCard seat={seat} onChange={() => void seats.refresh()} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Page>
  )
}

function SeatCard({ seat, onChange }: { readonly seat: Seat; readonly onChange: () => void }) {
  const { t } = useTranslation('mining')
  const shown = useNumbers()
  const [isBuying, setIsBuying] = useState(false)
  return (
    <section className={styles.card} aria-label={seat.name}>
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
        <ul className={styles.mine} aria-label={t('mySeats')}>
          {seat.mine.map((own) => (
            <li key={own.id}>
              <span>{t('usedOf', { used: own.used, all: own.places })}</span>
              <span>{t('ends', { time: formatTime(own.end_ms) })}</span>
            </li>
          ))}
        </ul>
      )}
      {seat.status === 'on_sale' && (
        <Button isWide onClick={() => setIsBuying(true)}>
          {t('buySeat')}
        </Button>
      )}
      {isBuying && (
        <SeatSheet
          seat={seat}
          onClose={() => {
            setIsBuying(false)
            onChange()
          }}
        />
      )}
    </section>
  )
}

function SeatSheet({ seat, onClose }: { readonly seat: Seat; readonly onClose: () => void }) {
  const { t } = useTranslation(['mining', 'refusals'])
  const shown = useNumbers()
  const free = useFree()(seat.currency_id)
  const [num, setNum] = useState(1)
  const [isReviewing, setIsReviewing] = useState(false)
  const submit = useSubmit(miningCalls.buySeat)
  const cost = formatDec(parseDec(seat.price) * BigInt(num))
  const isDear = parseDec(cost) > parseDec(free)
  const rows = [
    { name: t('pieces'), value: `${num} × ${seat.name}` },
    { name: t('places'), value: shown.exact(String(seat.places * num)) },
    { name: t('term'), value: t('days', { count: seat.days }) },
    { name: t('cost'), value: shown.cost(cost, seat.currency_name), isStrong: true },
  ]
  if (isReviewing)
    return (
      <ReviewSheet
        title={t('reviewSeat')}
        isOpen
        onClose={onClose}
        state={submit.state}
        failure={submit.failure}
        rows={rows}
        confirm={t('confirmBuy')}
        onConfirm={() => submit.send({ seat_id: seat.id, num, price: seat.price, expect: 'on_sale' })}
        doneTitle={t('seatBought')}
        done={<p>{t('seatBoughtText')}</p>}
      />
    )
  return (
    <Sheet
      title={t('buyOf', { name: seat.name })}
      isOpen
      onClose={onClose}
      footer={
        <Button isWide size="l" aria-disabled={isDear || undefined} onClick={() => !isDear && setIsReviewing(true)}>
          {t('reviewSeat')}
        </Button>
      }
    >
      <div className={styles.form}>
        <CountField label={t('pieces')} value={num} max={Math.max(1, seat.stock - seat.sold)} onChange={setNum} />
        <Facts
          facts={[
            ...rows.slice(1),
            { name: t('available'), value: <Balance>{shown.money(free, seat.currency_name)}</Balance> },
          ]}
        />
        {isDear && (
          <p className={styles.warning} role="alert">
            {t('refusals:insufficient_balance')}
          </p>
        )}
      </div>
    </Sheet>
  )
}
