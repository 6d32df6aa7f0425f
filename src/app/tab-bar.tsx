import type { Setting } from '#contract/platform/platform.ts'
import { isTabSection, type TabSection } from '#contract/wire/tabs.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { leverPaths } from '#src/lib/paths/lever.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { Link } from '#src/parts/link.tsx'
import { ChatTurns, OtcTurns } from '#src/parts/turns.tsx'
import { useConfig } from '#src/stores/config.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './tab-bar.module.css'

/** The sections that a tab can lead to. */
const paths: Readonly<Record<TabSection, string>> = {
  home: homePaths.home,
  spot: spotPaths.trade,
  contracts: leverPaths.contracts,
  finance: followPaths.finance,
  chat: chatPaths.chats,
  assets: assetsPaths.assets,
}
const usual: readonly TabSection[] = ['home', 'spot', 'contracts', 'finance', 'assets']
/** The tabs in display order, with their paths: those of the operator, or else the usual five. */
export const tabsOf = (
  setting: Pick<Setting, 'tabs'> | null,
): readonly { readonly tab: TabSection; readonly path: string }[] =>
  (setting?.tabs?.filter(isTabSection) ?? usual).map((tab) => ({ tab, path: paths[tab] }))

/** At the bottom on phones, on tab pages only; a side rail on every page on desktops. */
export function TabBar({ tab: marked }: { readonly tab: TabSection | null }) {
  const { t } = useTranslation('shell')
  const tabs = tabsOf(useConfig(({ setting }) => setting))
  const tab = tabs.some((each) => each.tab === marked) ? marked : null
  return (
    <Box
      as="nav"
      lay="row"
      ground="bar"
      className={styles.bar}
      aria-label={t('tabs.label')}
      data-tab-page={tab !== null}
    >
      {tabs.map((each) => (
        <Link key={each.tab} to={each.path} className={styles.tab} aria-current={each.tab === tab ? 'page' : undefined}>
          <Stack as="span" isRelative className={styles.icon}>
            <Icon name={each.tab} />
            {each.tab === 'assets' && <OtcTurns />}
            {each.tab === 'chat' && <ChatTurns />}
          </Stack>
          <Box as="span" size={1} isCut className={styles.name}>
            {t(`tabs.${each.tab}`)}
          </Box>
        </Link>
      ))}
    </Box>
  )
}
