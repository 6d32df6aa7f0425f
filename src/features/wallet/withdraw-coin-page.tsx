import { Stack } from '#src/ui/box.tsx'
import { withdraw, type Address, type WithdrawInfo } from '#contract/wallet/withdraw.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { allOf } from '#src/actors/use-call.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { openNetworks, useCoins } from './use-coins.ts'
import { WithdrawForm } from './withdraw-form.tsx'

/** A withdrawal of one coin to an address of the book. */
export function WithdrawCoinPage() {
  const { t } = useTranslation('wallet')
  const { currency = '' } = useQuery()
  const { request } = useServices()
  const coins = useCoins()
  const coin = coins.value?.left.find(({ id }) => String(id) === currency)
  const id = coin?.id ?? null
  const info = useRead<WithdrawInfo | null>(`withdraw.${currency}.${id}`, async (signal) =>
    id === null ? { ok: true, value: null } : request.read(withdraw.info, { currency: id }, { signal }),
  )
  const book = useRead<readonly Address[] | null>(`addresses.${currency}.${id}`, async (signal) =>
    id === null ? { ok: true, value: null } : request.read(withdraw.addresses, { currency: id }, { signal }),
  )
  const refresh = () => Promise.all([coins.refresh(), info.refresh(), book.refresh()])
  const isClosed = coins.value !== null && (coin === undefined || openNetworks(coin).length === 0)
  const isReady = coin !== undefined && info.value !== null && book.value !== null
  return (
    <Page
      title={coin === undefined ? t('titles.withdraw') : t('withdraw.titleOf', { coin: coin.name })}
      onRefresh={refresh}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('withdrawals'))} />
      }
    >
      <Stack gap={4} topPad={2} endPad={8}>
        {isClosed && (
          <Empty text={t('withdraw.closed')} icon="withdraw">
            <Button kind="quiet" onClick={() => go(withdrawPaths.withdraw, { replace: true })}>
              {t('withdraw.others')}
            </Button>
          </Empty>
        )}
        {!isClosed && !isReady && <Unread read={allOf({ coins, info, book })} lines={5} height={64} />}
        {!isClosed && coin !== undefined && info.value !== null && book.value !== null && (
          <WithdrawForm coin={coin} info={info.value} book={book.value} onDone={refresh} />
        )}
      </Stack>
    </Page>
  )
}
