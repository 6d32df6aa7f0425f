import { useNotificationState } from '#src/actors/use-notification-state.ts'
import { showBadge } from '#src/lib/app-badge.ts'
import { notificationPaths } from '#src/lib/paths/notification.ts'
import { Link } from '#src/parts/link.tsx'
import { Box } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './bell.module.css'

const most = 99

/** The way to the notifications, with how many are unread; the icon of the app shows the same number. */
export function Bell() {
  const { t } = useTranslation('notification', { useSuspense: false })
  const unread = useNotificationState()?.unread ?? 0
  useEffect(() => showBadge(unread), [unread])
  return (
    <Link to={notificationPaths.notifications} className={styles.bell} aria-label={t('unread', { count: unread })}>
      <Icon name="bell" />
      {unread > 0 && (
        <Box as="span" round="full" weight="bold" className={styles.count} aria-hidden="true">
          {unread > most ? `${most}+` : unread}
        </Box>
      )}
    </Link>
  )
}
