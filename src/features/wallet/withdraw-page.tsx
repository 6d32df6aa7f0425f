import { Way } from './way.tsx'
import { withdraw, type WithdrawInfo } from '#contract/wallet/withdraw.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatTime } from '#src/lib/format.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { useConfig } from '#src/stores/config.ts'
import { Note, Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Money } from '#src/ui/money.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { CoinRows } from './coin-rows.tsx'
import { WithdrawLimit } from './form-parts.tsx'
import { useCoins } from './use-coins.ts'

/** Which coin shall leave, to an address or to a bank. */
export function WithdrawPage() {
  const { t } = useTranslation('wallet')
  const { request } = useServices()
  const coins = useCoins()
  // What is left is counted over all coins: that of one is read.
  const today = useRead<WithdrawInfo>('withdraw.today', (signal) =>
    request.read(withdraw.info, { currency: baseCoin.id }, { signal }),
  )
  const setting = useConfig((config) => config.setting)
  return (
    <Page
      title={t('titles.withdraw')}
      onRefresh={() => Promise.all([coins.refresh(), today.refresh()])}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('withdrawals'))} />
      }
    >
      <Stack gap={4} topPad={2} endPad={8}>
        <LockBanner stops="withdraw" />
        <Stack as="nav" columns={2} gap={2} aria-label={t('withdraw.ways')}>
          <Way to={withdrawPaths.withdrawBank} icon="assets" name={t('titles.withdrawBank')} />
          <Way to={withdrawPaths.addresses} icon="book" name={t('titles.addresses')} />
        </Stack>
        {setting !== null && (
          <Note isLoose>
            {t('withdraw.promise', { hours: setting.withdraw_credited_hours, max: setting.withdraw_per_day })}
          </Note>
        )}
        {today.value !== null && (
          <Note isLoose>
            {t('withdraw.left')}:{' '}
            {t('withdraw.leftOf', {
              left: today.value.left_today,
              max: today.value.per_day,
              at: formatTime(today.value.resets_ms),
            })}
          </Note>
        )}
        {today.value !== null && <WithdrawLimit info={today.value} />}
        <CoinRows
          coins={coins}
          toOf={({ id }) => withdrawPaths.coinOf(id)}
          endOf={({ name, balance }) => (
            <>
              <Money text={balance} unit={name} isBare />
              <small>{t('available')}</small>
            </>
          )}
          closedText={t('withdraw.closed')}
        />
      </Stack>
    </Page>
  )
}
