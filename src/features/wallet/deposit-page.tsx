import { Way } from './way.tsx'
import { deposit } from '#contract/wallet/deposit.ts'
import { useCall } from '#src/actors/use-call.ts'
import { useUser } from '#src/actors/use-session.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { CoinRows } from './coin-rows.tsx'
import { recentCoins, rememberCoin } from './recent-coins.ts'
import { useCoins } from './use-coins.ts'

/** What can be deposited, and the ways that need no coin. */
export function DepositPage() {
  const { t } = useTranslation('wallet')
  const coins = useCoins()
  const user = useUser()?.id ?? 0
  const ways = useCall(deposit.networks, {})
  return (
    <Page
      title={t('titles.deposit')}
      onRefresh={async () => void (await Promise.all([coins.refresh(), ways.refresh()]))}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('deposits'))} />
      }
    >
      <Stack gap={4} topPad={2} endPad={8}>
        <Loaded read={ways} lines={6} height={60}>
          {({ list, has_company, has_remittance }) => (
            <>
              {(has_company || has_remittance) && (
                <Stack as="nav" columns={2} gap={2} aria-label={t('deposit.ways')}>
                  {has_company && <Way to={depositPaths.chargeBank} icon="assets" name={t('titles.depositBank')} />}
                  {has_remittance && (
                    <Way to={depositPaths.depositMobile} icon="flame" name={t('titles.depositFast')} />
                  )}
                </Stack>
              )}
              <CoinRows
                coins={coins}
                toOf={({ id }) => depositPaths.chargeOf(id)}
                networksOf={({ id }) => list.filter(({ currency }) => currency === id).map(({ network }) => network)}
                closedText={t('deposit.closed')}
                recent={recentCoins(user)}
                onChoose={({ name }) => rememberCoin(user, name)}
              />
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  )
}
