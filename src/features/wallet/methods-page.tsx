import { Entry } from '#src/parts/entry.tsx'
import { otc } from '#contract/otc/otc.ts'
import type { Ad } from '#contract/otc/otc-order.ts'
import { payWays, type PayWay } from '#contract/wallet/bank.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { useMethods } from '#src/parts/form/use-methods.ts'
import { useMore } from '#src/parts/form/use-more.ts'
import { Box, Card, Note, Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { methodIcons, methodLine } from './methods.ts'
import { MoreMethods } from './more-methods.tsx'

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
  const more = useMore()
  const adsByWay = useAdsByWay()
  return (
    <Page title={t('titles.methods')} onRefresh={read.refresh}>
      <Stack gap={4} topPad={2} endPad={8}>
        <Note isLoose>{t('methods.lead')}</Note>
        {value === null && <Unread read={read} lines={4} height={60} />}
        {value !== null && (
          <Card as="ul" isRuled clips>
            {payWays.map((way) => {
              const isBound = value.ways.includes(way)
              const ads = adsByWay.get(way) ?? []
              return (
                <Box key={way} as="li" sidePad={3}>
                  <Entry
                    to={bankPaths.wayOf(way)}
                    mark={<Icon name={methodIcons[way]} />}
                    title={t(`ui:payee.ways.${way}`)}
                    notes={[
                      isBound ? methodLine(value, way) : t('methods.unbound'),
                      ads.length > 0 && t('methods.usedBy', { ads: ads.join(', ') }),
                    ]}
                  >
                    <Box as="span" size={2} tone="accent">
                      {t(isBound ? 'methods.edit' : 'methods.bind')}
                    </Box>
                  </Entry>
                  {isBound && (
                    <MoreMethods
                      way={way}
                      list={(more.value ?? []).filter((each) => each.way === way)}
                      onChanged={() => void more.refresh()}
                    />
                  )}
                </Box>
              )
            })}
          </Card>
        )}
      </Stack>
    </Page>
  )
}
