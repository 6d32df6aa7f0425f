import { Count } from '#src/ui/count.tsx'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { Link } from '#src/parts/link.tsx'
import { Box } from '#src/ui/box.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './otc.module.css'
import { useOpenOtcOrders } from './use-otc.ts'

export type Place = 'centre' | 'orders' | 'adverts' | 'merchant'
const places: readonly { readonly place: Place; readonly icon: IconName; readonly to: string }[] = [
  { place: 'centre', icon: 'list', to: otcPaths.otc },
  { place: 'orders', icon: 'history', to: otcPaths.otcOrders },
  { place: 'adverts', icon: 'edit', to: otcPaths.otcAdverts },
  { place: 'merchant', icon: 'shield', to: `${otcPaths.otcAdverts}?view=merchant` },
]

/** The four places of OTC. The badge counts the orders that wait for the caller. */
export function OtcNav({ here }: { readonly here: Place }) {
  const { t } = useTranslation('otc')
  const { mine } = useOpenOtcOrders()
  return (
    <Box as="nav" lay="equal" aria-label={t('titles.centre')}>
      {places.map(({ place, icon, to }) => (
        <Link key={place} to={to} className={styles.place} {...(place === here && { 'aria-current': 'page' as const })}>
          <Box as="span" isRelative>
            <Icon name={icon} size={22} />
            {place === 'orders' && (
              <span className={styles.count}>
                <Count count={mine.length} said={`${mine.length} ${t('yourTurn')}`} />
              </span>
            )}
          </Box>
          {t(`nav.${place}`)}
        </Link>
      ))}
    </Box>
  )
}
