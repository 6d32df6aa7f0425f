import { assetsPaths } from '#src/lib/paths/assets.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { leverPaths } from '#src/lib/paths/lever.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { Link } from '#src/parts/link.tsx'
import { OtcTurns } from '#src/parts/otc-turns.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import type { Tab } from '#src/lib/route.ts'
import styles from './tab-bar.module.css'

/** The five tabs in display order, with their paths. */
export const tabs: readonly { readonly tab: Tab; readonly path: string }[] = [
  { tab: 'home', path: homePaths.home },
  { tab: 'spot', path: spotPaths.trade },
  { tab: 'contracts', path: leverPaths.contracts },
  { tab: 'finance', path: followPaths.finance },
  { tab: 'assets', path: assetsPaths.assets },
]

/** At the bottom on phones, on tab pages only; a side rail on every page on desktops. */
export function TabBar({ tab, isTabPage }: { readonly tab: Tab | null; readonly isTabPage: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <Box as="nav" lay="row" ground="bar" className={styles.bar} aria-label={t('tabs.label')} data-tab-page={isTabPage}>
      {tabs.map((each) => (
        <Link key={each.tab} to={each.path} className={styles.tab} aria-current={each.tab === tab ? 'page' : undefined}>
          <Stack as="span" isRelative className={styles.icon}>
            <Icon name={each.tab} />
            {each.tab === 'assets' && <OtcTurns />}
          </Stack>
          <Box as="span" size={1} isCut className={styles.name}>
            {t(`tabs.${each.tab}`)}
          </Box>
        </Link>
      ))}
    </Box>
  )
}
