import { accountPaths } from '#src/lib/paths/account.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { notificationPaths } from '#src/lib/paths/notification.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { promotionPaths } from '#src/lib/paths/promotion.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { Link } from '#src/parts/link.tsx'
import { ChatTurns, OtcTurns } from '#src/parts/turns.tsx'
import { StatusDot } from '#src/parts/status-dot.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Box } from '#src/ui/box.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { belowBase } from '#src/lib/below-base.ts'
import { useTranslation } from 'react-i18next'
import styles from './side-menu.module.css'

type Entry = {
  readonly word: string
  readonly icon: IconName
  readonly to: string
  /** It also stands in the rail, which has no room for all. */
  readonly isMain?: true
}

/** All entries of the side menu, in three groups. */
export const menuGroups: readonly { readonly title: string; readonly entries: readonly Entry[] }[] = [
  {
    title: 'groupFunds',
    entries: [
      { word: 'deposit', icon: 'deposit', to: depositPaths.deposit, isMain: true },
      { word: 'withdraw', icon: 'withdraw', to: withdrawPaths.withdraw, isMain: true },
      { word: 'otc', icon: 'swap', to: otcPaths.otc, isMain: true },
      { word: 'records', icon: 'list', to: assetsPaths.records, isMain: true },
      { word: 'valuation', icon: 'wallet', to: `${accountPaths.settings}?open=valuation` },
    ],
  },
  {
    title: 'groupSafety',
    entries: [
      { word: 'kyc', icon: 'user', to: kycPaths.kyc },
      { word: 'security', icon: 'shield', to: accountPaths.security, isMain: true },
      { word: 'addresses', icon: 'lock', to: withdrawPaths.addresses },
      { word: 'methods', icon: 'assets', to: bankPaths.banks },
    ],
  },
  {
    title: 'groupMore',
    entries: [
      { word: 'chats', icon: 'chat', to: chatPaths.chats, isMain: true },
      { word: 'notifications', icon: 'bell', to: notificationPaths.notifications },
      { word: 'promotion', icon: 'gift', to: promotionPaths.promotion },
      { word: 'contact', icon: 'phone', to: newsPaths.helpChat },
      { word: 'help', icon: 'help', to: newsPaths.help },
      { word: 'settings', icon: 'settings', to: accountPaths.settings, isMain: true },
    ],
  },
]

/** The user and all destinations that are not tabs; a sheet on phones, docked on desktops. */
export function SideMenu({ onGo }: { readonly onGo: () => void }) {
  const { t } = useTranslation('shell')
  const valuation = useSettings((settings) => settings.valuation)
  return (
    <Box lay="column" gap={3} endPad={4} className={styles.menu}>
      <Head onGo={onGo} />
      {menuGroups.map(({ title, entries }) => (
        <section key={title} aria-label={t(`menu.${title}`)}>
          <Box as="h2" blockPad={1} sidePad={3} size={2} tone={2} weight="medium" className={styles.title}>
            {t(`menu.${title}`)}
          </Box>
          <ul>
            {entries.map(({ word, icon, to, isMain = false }) => (
              <li key={word} data-main={isMain}>
                <Link
                  to={to}
                  lay="row"
                  gap={3}
                  sidePad={3}
                  align="center"
                  isTouch
                  round={2}
                  tone={1}
                  reacts
                  className={styles.entry}
                  onGo={onGo}
                >
                  <Icon name={icon} tone={2} />
                  <Box as="span" grows className={styles.word}>
                    {t(`menu.${word}`)}
                  </Box>
                  {word === 'otc' && <OtcTurns />}
                  {word === 'valuation' && (
                    <Box as="span" size={2} tone={2} className={styles.value}>
                      {valuation}
                    </Box>
                  )}
                  {word === 'chats' && <ChatTurns />}
                  <Icon name="chevron-right" size={16} tone={3} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <StatusDot />
    </Box>
  )
}

function Head({ onGo }: { readonly onGo: () => void }) {
  const { t } = useTranslation('shell')
  const user = useUser()
  return (
    <Link
      to={user === null ? sessionPaths.choose : accountPaths.account}
      // In the rail only the face of it is seen.
      aria-label={user === null ? t('menu.login') : user.nickname}
      isCard
      lay="row"
      gap={3}
      pad={3}
      align="center"
      className={styles.head}
      onGo={onGo}
    >
      <Box
        as="span"
        ground="accent"
        tone="accent"
        keeps
        clips
        square={44}
        round="full"
        className={styles.face}
        aria-hidden="true"
      >
        {user?.avatar ? <img data-cover="" src={belowBase(user.avatar)} alt="" /> : <Icon name="user" />}
      </Box>
      <Box as="span" lay="column" grows className={styles.who}>
        <Box as="b" weight="bold" isCut>
          {user === null ? t('menu.login') : user.nickname}
        </Box>
        <small>{user === null ? t('menu.loginHint') : (user.phone ?? user.email ?? user.account_number)}</small>
      </Box>
      <Icon name="chevron-right" />
    </Link>
  )
}
