import { paths } from '#src/lib/paths.ts'
import { Link } from '#src/parts/link.tsx'
import { StatusDot } from '#src/parts/status-dot.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './side-menu.module.css'

type Entry = { readonly word: string; readonly icon: IconName; readonly to: string }

/** Every entry of the side menu, in three groups. */
export const menuGroups: readonly { readonly title: string; readonly entries: readonly Entry[] }[] = [
  {
    title: 'groupFunds',
    entries: [
      { word: 'deposit', icon: 'deposit', to: paths.deposit },
      { word: 'withdraw', icon: 'withdraw', to: paths.withdraw },
      { word: 'records', icon: 'list', to: paths.records },
      { word: 'valuation', icon: 'wallet', to: `${paths.settings}?open=valuation` },
    ],
  },
  {
    title: 'groupSafety',
    entries: [
      { word: 'kyc', icon: 'user', to: paths.kyc },
      { word: 'security', icon: 'shield', to: paths.security },
      { word: 'addresses', icon: 'lock', to: paths.addresses },
    ],
  },
  {
    title: 'groupMore',
    entries: [
      { word: 'promotion', icon: 'gift', to: paths.promotion },
      { word: 'contact', icon: 'bell', to: paths.helpChat },
      { word: 'help', icon: 'help', to: paths.help },
      { word: 'settings', icon: 'settings', to: paths.settings },
    ],
  },
]

/** Who is here, and everything that is not a tab. In a sheet on a phone, docked on a desk. */
export function SideMenu({ onGo }: { readonly onGo: () => void }) {
  const { t } = useTranslation('shell')
  const valuation = useSettings((settings) => settings.valuation)
  return (
    <div className={styles.menu}>
      <Head onGo={onGo} />
      {menuGroups.map(({ title, entries }) => (
        <section key={title} className={styles.group} aria-label={t(`menu.${title}`)}>
          <h2 className={styles.title}>{t(`menu.${title}`)}</h2>
          <ul className={styles.entries}>
            {entries.map(({ word, icon, to }) => (
              <li key={word}>
                <Link to={to} className={styles.entry} onGo={onGo}>
                  <Icon name={icon} />
                  <span className={styles.word}>{t(`menu.${word}`)}</span>
                  {word === 'valuation' && <span className={styles.value}>{valuation}</span>}
                  <Icon name="chevron-right" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <StatusDot />
    </div>
  )
}

function Head({ onGo }: { readonly onGo: () => void }) {
  const { t } = useTranslation('shell')
  const user = useUser()
  return (
    <Link to={user === null ? paths.choose : paths.account} className={styles.head} onGo={onGo}>
      <span className={styles.face} aria-hidden="true">
        {user?.avatar ? <img src={user.avatar} alt="" /> : <Icon name="user" />}
      </span>
      <span className={styles.who}>
        <b>{user === null ? t('menu.login') : user.nickname}</b>
        <small>{user === null ? t('menu.loginHint') : (user.phone ?? user.email ?? user.account_number)}</small>
      </span>
      <Icon name="chevron-right" />
    </Link>
  )
}
