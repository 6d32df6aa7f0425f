import { Count } from '#src/ui/count.tsx'
import { useNotificationState } from '#src/actors/use-notification-state.ts'
import { showBadge } from '#src/lib/app-badge.ts'
import { notificationPaths } from '#src/lib/paths/notification.ts'
import { Link } from '#src/parts/link.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './bell.module.css'

/** The way to the notifications, with how many are unread; the icon of the app shows the same number. */
export function Bell() {
  const { t } = useTranslation('notification', { useSuspense: false })
  const unread = useNotificationState()?.unread ?? 0
  useEffect(() => showBadge(unread), [unread])
  return (
    <Link
      to={notificationPaths.notifications}
      square={44}
      isRelative
      tone={2}
      aria-label={t('unread', { count: unread })}
    >
      <Icon name="bell" />
      <span className={styles.count} aria-hidden="true">
        <Count count={unread} />
      </span>
    </Link>
  )
}
