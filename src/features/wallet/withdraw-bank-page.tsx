import { Stack } from '#src/ui/box.tsx'
import { withdraw } from '#contract/wallet/withdraw.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { allOf, useCall } from '#src/actors/use-call.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { useMethods } from '#src/parts/form/use-methods.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { useCoins } from './use-coins.ts'
import { BankForm } from './withdraw-bank-form.tsx'

/** The base coin, paid out as fiat to a bound receiving method. */
export function WithdrawBankPage() {
  const { t } = useTranslation('wallet')
  const methods = useMethods()
  const coins = useCoins()
  const info = useCall(withdraw.info, { currency: baseCoin.id })
  const reads = allOf({ methods, coins })
  const refresh = async () => void (await Promise.all([reads.refresh(), info.refresh()]))
  const free = coins.value?.left.find(({ id }) => id === baseCoin.id)?.balance
  const isReady = methods.value !== null && free !== undefined
  return (
    <Page
      title={t('titles.withdrawBank')}
      onRefresh={refresh}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('withdrawals'))} />
      }
    >
      <Stack gap={4} topPad={2} endPad={8}>
        {!isReady && <Unread read={{ ...reads, refresh }} lines={4} height={64} />}
        {isReady && methods.value !== null && (
          <BankForm methods={methods.value} free={free} info={info.value} onDone={() => void refresh()} />
        )}
      </Stack>
    </Page>
  )
}
