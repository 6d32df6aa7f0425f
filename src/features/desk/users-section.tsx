import { deskPowers, type DeskPower } from '#contract/desk/desk-cases.ts'
import type { DeskUser } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useServices } from '#src/actors/services.tsx'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { Paged } from '#src/parts/paged.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Box, Row } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { Waits } from './changes.tsx'
import { UserSheet, type UserWish } from './user-sheet.tsx'
import { useShown } from './use-shown.ts'

type Props = { readonly powers: readonly DeskPower[]; readonly me: number }

/** Accounts found by number, mail, phone or nickname; their locks, agent level and powers. */
export function UsersSection({ powers, me }: Props) {
  const { t } = useTranslation('desk')
  const [keyword, setKeyword] = useState('')
  const searched = useDebounced(keyword.trim(), 300)
  return (
    <section className={styles.section}>
      <SearchBox label={t('searchUsers')} value={keyword} onChange={setKeyword} maxLength={60} />
      {searched === '' ? (
        <Empty text={t('searchUsersText')} icon="search" />
      ) : (
        <Users key={searched} keyword={searched} powers={powers} me={me} />
      )}
    </section>
  )
}

function Users({ keyword, powers, me }: Props & { readonly keyword: string }) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const refresh = useRef(async () => undefined)
  const [wish, setWish] = useState<UserWish | null>(null)
  return (
    <>
      <div className={styles.lines}>
        <Paged
          read={(asked) => request.read(desk.users, { keyword, ...asked })}
          size={10}
          refresh={refresh}
          keyOf={({ id }) => id}
          render={(user) => (
            <User user={user} mayGrant={powers.includes('grantPower')} isMe={user.id === me} onWish={setWish} />
          )}
          empty={{ text: t('noUsers'), icon: 'user' }}
          rowHeight={120}
        />
      </div>
      {wish !== null && (
        <UserSheet
          wish={wish}
          mayGrant={powers.includes('grantPower')}
          onClose={() => setWish(null)}
          onDone={() => {
            setWish(null)
            void refresh.current()
          }}
        />
      )}
    </>
  )
}

type UserProps = {
  readonly user: DeskUser
  readonly mayGrant: boolean
  readonly isMe: boolean
  readonly onWish: (wish: UserWish) => void
}
const locks = ['account', 'trade', 'withdraw'] as const

function User({ user, mayGrant, isMe, onWish }: UserProps) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const until = {
    account: user.lock.account_until_ms,
    trade: user.lock.trade_until_ms,
    withdraw: user.lock.withdraw_until_ms,
  }
  return (
    <Box as="article" gap={2} blockPad={3} breaks className={styles.user}>
      <Box as="header" lay="row" gap={2} justify="between" wraps breaks>
        <b>
          {user.nickname} · {user.id}
        </b>
        <span className={styles.faint}>{t('since', { at: shown.date(user.created_ms) })}</span>
      </Box>
      <p className={styles.faint}>
        {user.account} · {t('level', { level: user.kyc })} ·{' '}
        {user.agent_level > 0 && `${t('agentLevel')}: ${t(`agentLevels.${user.agent_level}`)} · `}{' '}
        {shown.money(user.worth, baseCoin.name)}
      </p>
      {user.powers.length > 0 && (
        <p className={styles.faint}>
          {deskPowers
            .filter((power) => user.powers.includes(power))
            .map((power) => t(`powers.${power}`))
            .join(' · ')}
        </p>
      )}
      <Waits id={user.waits} />
      {locks.map((what) => {
        const end = until[what]
        return end === null ? null : (
          <Row key={what} as="p" gap={1} size={2} tone="warning">
            {t('lockedUntil', { what: t(`locks.${what}`), at: shown.time(end) })}{' '}
            {user.lock.reason !== null && user.lock.reason !== 'credential' && `· ${user.lock.reason}`}
          </Row>
        )
      })}
      {isMe ? (
        <p className={styles.faint}>{t('yourself')}</p>
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
