import { deskPowers } from '#contract/desk/desk-cases.ts'
import type { DeskUser } from '#contract/desk/desk-tools.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { personAt } from '#src/lib/paths/desk.ts'
import { Link } from '#src/parts/link.tsx'
import { Box, Note, Row } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { Waits } from './changes.tsx'
import type { UserWish } from './user-sheet.tsx'
import { useShown } from './use-shown.ts'

type Props = {
  readonly user: DeskUser
  /** Leads to all there is to know of the person. */
  readonly isLinked?: boolean
  readonly mayGrant: boolean
  readonly isMe: boolean
  readonly onWish: (wish: UserWish) => void
}
const locks = ['account', 'trade', 'withdraw'] as const
const untilOf = (lock: DeskUser['lock']) => ({
  account: lock.account_until_ms,
  trade: lock.trade_until_ms,
  withdraw: lock.withdraw_until_ms,
})

/** An account with its locks and powers, and what may be changed of it. */
export function UserLines({ user, isLinked = false, mayGrant, isMe, onWish }: Props) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const name = `${user.nickname} · ${user.id}`
  const until = untilOf(user.lock)
  return (
    <Box as="article" gap={2} blockPad={3} breaks lay="stack">
      <Box as="header" lay="row" gap={2} justify="between" wraps breaks>
        {isLinked ? (
          <Link to={personAt(user.id)} tone="accent">
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}
        <Box as="span" tone={2} size={2} breaks>
          {t('since', { at: shown.date(user.created_ms) })}
        </Box>
      </Box>
      <Note breaks>
        {user.account} · {t('level', { level: user.kyc })} ·{' '}
        {user.agent_level > 0 && `${t('agentLevel')}: ${t(`agentLevels.${user.agent_level}`)} · `}{' '}
        {shown.money(user.worth, baseCoin.name)}
      </Note>
      {user.powers.length > 0 && (
        <Note breaks>
          {deskPowers
            .filter((power) => user.powers.includes(power))
            .map((power) => t(`powers.${power}`))
            .join(' · ')}
        </Note>
      )}
      <Waits id={user.waits} />
      <Locks user={user} />
      {isMe ? (
        <Note breaks>{t('yourself')}</Note>
      ) : (
        <Box lay="row" gap={2} wraps>
          {locks.map((what) => (
            <Button
              key={what}
              kind="quiet"
              size="s"
              onClick={() => onWish({ kind: until[what] === null ? 'lock' : 'unlock', what, user })}
            >
              {t(until[what] === null ? 'lock' : 'unlock', { what: t(`locks.${what}`) })}
            </Button>
          ))}
          {(mayGrant || user.agent_level > 0) && (
            <Button kind="quiet" size="s" onClick={() => onWish({ kind: 'level', user })}>
              {t('agentLevel')}
            </Button>
          )}
          {mayGrant && (
            <Button kind="quiet" size="s" onClick={() => onWish({ kind: 'powers', user })}>
              {t('powersTitle')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}

function Locks({ user: { lock } }: Pick<Props, 'user'>) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  return locks.map((what) => {
    const end = untilOf(lock)[what]
    if (end === null) return null
    return (
      <Row key={what} as="p" gap={1} size={2} tone="warning">
        {t('lockedUntil', { what: t(`locks.${what}`), at: shown.time(end) })}{' '}
        {lock.reason !== null && lock.reason !== 'credential' && `· ${lock.reason}`}
      </Row>
    )
  })
}
