import { otc } from '#contract/otc/otc.ts'
import type { Ad } from '#contract/otc/otc-order.ts'
import { useServices } from '#src/actors/services.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { Note } from '#src/ui/box.tsx'
import { Section } from '#src/ui/section.tsx'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AdCard } from './ad-card.tsx'
import styles from './otc.module.css'
import { TakeSheet } from './take-sheet.tsx'
import { useCentre, useOtcMarket } from './use-otc.ts'

/** What they offer now, each to be taken, and how many orders they completed day by day. */
export function MerchantAds({ user }: { readonly user: number }) {
  const { t } = useTranslation('otc')
  const { request } = useServices()
  const market = useOtcMarket()
  const { change } = useCentre()
  const [taken, setTaken] = useState<Ad | null>(null)
  const [days, setDays] = useState<readonly number[]>([])
  const refresh = useRef(async () => undefined)
  if (market.value === null) return null
  const { value } = market
  const count = days.reduce((sum, each) => sum + each, 0)
  return (
    <>
      <Section isCard title={t('merchant.ads')} gap={2}>
        <Paged
          read={async (asked) => {
            const reply = await request.read(otc.merchantAds, { user_id: user, ...asked })
            if (reply.ok) setDays(reply.value.done_days)
            return reply
          }}
          size={10}
          refresh={refresh}
          keyOf={({ id }) => id}
          empty={{ text: t('merchant.noAds') }}
          render={(ad) => <AdCard ad={ad} market={value} isAtHome onTake={() => setTaken(ad)} />}
        />
      </Section>
      {count > 0 && (
        <Section isCard title={t('merchant.history')} gap={2}>
          <Bars values={days} label={t('merchant.days', { count })} />
          <Note>{t('merchant.days', { count })}</Note>
        </Section>
      )}
      {taken !== null && (
        <TakeSheet
          key={taken.id}
          id={taken.id}
          tapped={taken}
          market={value}
          amount=""
          onClose={() => {
            setTaken(null)
            change({ taking: '' })
          }}
          onGone={() => void refresh.current()}
        />
      )}
    </>
  )
}

/** A bar a day, the newest at the end. */
function Bars({ values, label }: { readonly values: readonly number[]; readonly label: string }) {
  const most = Math.max(1, ...values)
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${values.length * 4} 24`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, at) => {
        const height = value === 0 ? 0.5 : (value / most) * 24
        return <rect key={at} x={at * 4 + 0.5} width={3} y={24 - height} height={height} />
      })}
    </svg>
  )
}
