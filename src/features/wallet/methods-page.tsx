import { otc } from '#contract/otc/otc.ts'
import type { Ad } from '#contract/otc/otc-order.ts'
import { payWays, type PayWay } from '#contract/wallet/bank.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { useMethods } from '#src/parts/form/use-methods.ts'
import { Link } from '#src/parts/link.tsx'
import { Box, Note } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { methodIcons, methodLine } from './methods.ts'
import styles from './wallet.module.css'

/** The numbers of the caller's open ads that are paid by each way: what they use cannot be changed. */
const useAdsByWay = (): ReadonlyMap<PayWay, readonly string[]> => {
  const { request } = useServices()
  const { value } = useRead<readonly Ad[]>('methods.ads', async (signal) => {
    const replies = await Promise.all(
      (['on_shelf', 'off_shelf'] as const).map((status) =>
        request.read(otc.myAds, { status, side: 'sell', limit: 50 }, { signal }),
      ),
    )
    return { ok: true, value: replies.flatMap((reply) => (reply.ok ? reply.value.list : [])) }
  })
  const ads = value ?? []
  return new Map(payWays.map((way) => [way, ads.filter(({ ways }) => ways.includes(way)).map(({ ad_no }) => ad_no)]))
}

/** The four ways in which one can be paid, and which of them are bound. */
export function MethodsPage() {
  const { t } = useTranslation(['wallet', 'ui'])
  const { value, ...read } = useMethods()
  const adsByWay = useAdsByWay()
  return (
    <Page title={t('titles.methods')} onRefresh={read.refresh}>
      <div className={styles.page}>
        <Note isLoose>{t('methods.lead')}</Note>
        {value === null && <Unread read={read} lines={4} height={60} />}
        {value !== null && (
          <Box as="ul" ground="raised" round={3} clips className={styles.rows}>
            {payWays.map((way) => {
              const isBound = value.ways.includes(way)
              const ads = adsByWay.get(way) ?? []
              return (
                <li key={way}>
                  <Link to={bankPaths.wayOf(way)} className={styles.row}>
                    <Icon name={methodIcons[way]} />
                    <span>
                      <b>{t(`ui:payee.ways.${way}`)}</b>
                      <small>{isBound ? methodLine(value, way) : t('methods.unbound')}</small>
                      {ads.length > 0 && <small>{t('methods.usedBy', { ads: ads.join(', ') })}</small>}
                    </span>
                    <span className={styles.status} data-status="action">
                      {t(isBound ? 'methods.edit' : 'methods.bind')}
                    </span>
                  </Link>
                </li>
              )
            })}
          </Box>
        )}
      </div>
    </Page>
  )
}
