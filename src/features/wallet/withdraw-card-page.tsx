import { Entry } from '#src/parts/entry.tsx'
import { payWays, type PayWay } from '#contract/wallet/bank.ts'
import { storeDraft, useDraft } from '#src/lib/draft.ts'
import { go, goBack, useQuery } from '#src/lib/hash-location.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { payeePath } from '#src/parts/form/payee-path.ts'
import { useMethods } from '#src/parts/form/use-methods.ts'
import { Box, Card, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { methodLine, methodIcons } from './methods.ts'
import { bankDraft } from './bank-draft.ts'

/** To which of the bound methods a bank withdrawal is paid. */
export function WithdrawCardPage() {
  const { t } = useTranslation(['wallet', 'ui'])
  const { value, ...read } = useMethods()
  const { backpage } = useQuery()
  const { texts } = useDraft(bankDraft.name, bankDraft.first, ['code'])
  /** The form keeps what was typed in it; only the way changes. */
  const choose = (way: PayWay) => {
    const { fiat, amount } = texts
    storeDraft(bankDraft.name, { way, fiat, amount })
    if (backpage === undefined) go(withdrawPaths.withdrawBank, { replace: true })
    else goBack()
  }
  const add = (
    <Button kind="quiet" icon="plus" isWide onClick={() => go(payeePath(payWays))}>
      {t('bank.add')}
    </Button>
  )
  return (
    <Page title={t('titles.withdrawCard')} onRefresh={read.refresh}>
      <Stack gap={4} topPad={2} endPad={8}>
        {value === null && <Unread read={read} lines={3} height={60} />}
        {value?.ways.length === 0 && (
          <Empty text={t('bank.noMethod')} icon="wallet">
            {add}
          </Empty>
        )}
        {value !== null && value.ways.length > 0 && (
          <>
            <Card as="ul" isRuled clips>
              {value.ways.map((way) => (
                <Box key={way} as="li" sidePad={3}>
                  <Entry
                    mark={<Icon name={methodIcons[way]} />}
                    title={t(`ui:payee.ways.${way}`)}
                    notes={[methodLine(value, way)]}
                    isChosen={way === texts.way}
                    onPress={() => choose(way)}
                  >
                    {way === texts.way ? <Icon name="check" /> : <Icon name="chevron-right" size={16} />}
                  </Entry>
                </Box>
              ))}
            </Card>
            {add}
          </>
        )}
      </Stack>
    </Page>
  )
}
