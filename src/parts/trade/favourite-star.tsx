import { marketOf, type Pair } from '#contract/market/market.ts'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'

/** Adds a market to the favourites or removes it. */
export const toggleFavourite = (market: string) => {
  const { favourites, set } = useSettings.getState()
  set({
    favourites: favourites.includes(market) ? favourites.filter((each) => each !== market) : [...favourites, market],
  })
}

/** The favourite button of a market. */
export function FavouriteStar({ pair }: { readonly pair: Pick<Pair, 'symbol'> }) {
  const { t } = useTranslation('market')
  const market = marketOf(pair.symbol)
  const isKept = useSettings(({ favourites }) => favourites.includes(market))
  return (
    <IconButton
      icon={isKept ? 'star-filled' : 'star'}
      label={t(isKept ? 'removeFavourite' : 'addFavourite', { pair: pair.symbol })}
      aria-pressed={isKept}
      onClick={() => toggleFavourite(market)}
    />
  )
}
