import { paths } from '#src/lib/paths.ts'
import { Link } from '#src/parts/link.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './quick-entries.module.css'

type Entry = { readonly word: string; readonly icon: IconName; readonly to: string }

const entries: readonly Entry[] = [
  { word: 'newCoin', icon: 'rocket', to: paths.launches },
  { word: 'recharge', icon: 'deposit', to: paths.depositMobile },
  { word: 'withdraw', icon: 'withdraw', to: paths.withdraw },
  { word: 'vip', icon: 'star', to: paths.deposit },
  { word: 'service', icon: 'chat', to: paths.helpChat },
  { word: 'help', icon: 'help', to: paths.help },
]

/** The shortest ways to what people come for. */
export function QuickEntries() {
  const { t } = useTranslation('home')
  return (
    <nav aria-label={t('quick.title')}>
      <ul className={styles.entries}>
        {entries.map(({ word, icon, to }) => (
          <li key={word}>
            <Link to={to} className={styles.entry}>
              <span className={styles.mark} aria-hidden="true">
                <Icon name={icon} />
              </span>
              <span className={styles.word}>{t(`quick.${word}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
