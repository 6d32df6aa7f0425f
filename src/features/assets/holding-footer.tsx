import { baseCoin } from '#contract/wire/limits.ts'
import { marketOf, symbolOf } from '#contract/market/market.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'

/** The actions for a coin: deposit, withdraw, and trade if it has a market. */
export function HoldingFooter({ coin, isSpot }: { readonly coin: string; readonly isSpot: boolean }) {
  const { t } = useTranslation('assets')
  const market = useMarketFor(coin)
  return (
    <Stack columns={3} gap={2}>
      <Button kind="quiet" isWide onClick={() => go(depositPaths.deposit)}>
        {t('deposit')}
      </Button>
      <Button kind="quiet" isWide onClick={() => go(withdrawPaths.withdraw)}>
        {t('withdraw')}
      </Button>
      {isSpot && market !== null ? (
        <Button isWide onClick={() => go(spotPaths.tradeOf(market))}>
          {t('trade')}
        </Button>
      ) : (
        <Button isWide onClick={() => go(assetsPaths.transfer)}>
          {t('transfer')}
        </Button>
      )}
    </Stack>
  )
}

/** The market of a coin against the base coin; for the base coin itself, the market traded last. */
function useMarketFor(coin: string): string | null {
  const { feeds } = useServices()
  const { value } = useStream(feeds.tickers$, loading)
  const last = useSettings((settings) => settings.lastMarket)
  const wished = coin === baseCoin.name ? last : marketOf(`${coin}/${baseCoin.name}`)
  return value?.some(({ symbol }) => symbol === symbolOf(wished)) === true ? wished : null
}
