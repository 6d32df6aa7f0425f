import { deposit } from '#contract/wallet/deposit.ts'
import { useCall } from '#src/actors/use-call.ts'
import { useUser } from '#src/actors/use-session.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { Link } from '#src/parts/link.tsx'
import { Loaded } from '#src/parts/loaded.tsx'
import { Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { CoinRows } from './coin-rows.tsx'
import { recentCoins, rememberCoin } from './recent-coins.ts'
import { useCoins } from './use-coins.ts'
import styles from './wallet.module.css'

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
      <div className={styles.page}>
        <Loaded read={ways} lines={6} height={60}>
          {({ list, has_company, has_remittance }) => (
            <>
              {(has_company || has_remittance) && (
                <Stack as="nav" columns={2} gap={2} aria-label={t('deposit.ways')}>
                  {has_company && (
                    <Link to={depositPaths.chargeBank} className={styles.way}>
                      <Icon name="assets" />
                      {t('titles.depositBank')}
                    </Link>
                  )}
                  {has_remittance && (
                    <Link to={depositPaths.depositMobile} className={styles.way}>
                      <Icon name="flame" />
                      {t('titles.depositFast')}
                    </Link>
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
      </div>
    </Page>
  )
}
