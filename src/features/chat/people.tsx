import { Box } from '#src/ui/box.tsx'
import type { chatFriends } from '#contract/chat/chat-friends.ts'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { Link } from '#src/parts/link.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from './avatar.tsx'
import styles from './chat.module.css'

/** Somebody of the venue. */
export function StaffTag() {
  const { t } = useTranslation('chat')
  return (
    <span className={styles.staff}>
      <Icon name="shield" size={14} />
      {t('staff')}
    </span>
  )
}
export const Tag = ({ children }: { readonly children: ReactNode }) => <span className={styles.tag}>{children}</span>

type What = { readonly isStaff?: boolean; readonly isBot?: boolean; readonly isBlocked?: boolean }
/** What is to be known of a person beside their name. */
export function PersonTags({ isStaff = false, isBot = false, isBlocked = false }: What) {
  const { t } = useTranslation('chat')
  return (
    <>
      {isStaff && <StaffTag />}
      {isBot && <Tag>{t('bot')}</Tag>}
      {isBlocked && <Tag>{t('blocked')}</Tag>}
    </>
  )
}

type PersonProps = {
  readonly id: string
  readonly name: string
  readonly picture: string | null
  /** A second line, small. */
  readonly note?: ReactNode
  /** At the end of the line. */
  readonly children?: ReactNode
}
/** The way to a person. */
export const PersonLine = ({ id, name, picture, note, children }: PersonProps) => (
  <Link to={chatPaths.friendOf(id)} className={styles.friendLink}>
    <Avatar id={id} name={name} picture={picture} size="s" />
    <span className={styles.pickName}>
      {note === undefined ? (
        name
      ) : (
        <>
          <b>{name}</b>
          {note}
        </>
      )}
    </span>
    {children}
  </Link>
)

type Found = OutputOf<typeof chatFriends.searchUser>[number]
/** Somebody who was found by a word. */
export function FoundPerson({ person }: { readonly person: Found }) {
  const { t } = useTranslation('chat')
  const { id, userName, avatar, mobile, chatNumber, isFriend, isBot, isStaff } = person
  const note = <small>{mobile ?? t('numberOf', { number: chatNumber })}</small>
  return (
    <PersonLine id={id} name={userName} picture={avatar} note={note}>
      <PersonTags isStaff={isStaff} isBot={isBot} />
      {isFriend && <Tag>{t('friend')}</Tag>}
    </PersonLine>
  )
}

type WayProps = {
  readonly icon: IconName
  readonly label: string
  /** A page, or what is done here. */
  readonly to: string | (() => void)
  readonly children?: ReactNode
}
/** The way to a page or a sheet about people. */
export function WayLine({ icon, label, to, children }: WayProps) {
  const inside = (
    <>
      <Box as="span" square={36} round="full" ground="well">
        <Icon name={icon} />
      </Box>
      <span className={styles.pickName}>{label}</span>
      {children}
      <Icon name="chevron-right" />
    </>
  )
  return typeof to === 'string' ? (
    <Link to={to} className={styles.friendLink}>
      {inside}
    </Link>
  ) : (
    <button type="button" className={styles.friendLink} onClick={to}>
      {inside}
    </button>
  )
}
