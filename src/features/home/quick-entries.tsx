import { Box, Card, Stack } from '#src/ui/box.tsx'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { Link } from '#src/parts/link.tsx'
import { OtcTurns } from '#src/parts/otc-turns.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './quick-entries.module.css'

type Entry = { readonly word: string; readonly icon: IconName; readonly to: string }

const entries: readonly Entry[] = [
  { word: 'otc', icon: 'swap', to: otcPaths.otc },
  { word: 'newCoin', icon: 'rocket', to: launchPaths.launches },
  { word: 'recharge', icon: 'deposit', to: depositPaths.depositMobile },
  { word: 'withdraw', icon: 'withdraw', to: withdrawPaths.withdraw },
  { word: 'vip', icon: 'star', to: depositPaths.chargeBank },
  { word: 'service', icon: 'chat', to: newsPaths.helpChat },
  { word: 'help', icon: 'help', to: newsPaths.help },
]

/** Shortcuts to the most used pages. */
export function QuickEntries() {
  const { t } = useTranslation('home')
  return (
    <nav aria-label={t('quick.title')}>
      <Stack as="ul" gap={2} columns={4} className={styles.entries}>
        {entries.map(({ word, icon, to }) => (
          <li key={word}>
            <Link to={to} className={styles.entry}>
              <Card
                as="span"
                align="center"
                items="center"
                tone="accent"
                isRelative
                className={styles.mark}
                aria-hidden="true"
              >
                <Icon name={icon} />
                {word === 'otc' && <OtcTurns />}
              </Card>
              <Box as="span" tone={2} breaks clips className={styles.word}>
                {t(`quick.${word}`)}
              </Box>
            </Link>
          </li>
        ))}
      </Stack>
    </nav>
  )
}
