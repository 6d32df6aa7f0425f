import type { DeskPower } from '#contract/desk/desk-cases.ts'
import type { DeskUser } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { useWish } from './acts.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { CasePage } from './case-page.tsx'
import styles from './desk.module.css'
import { PersonView } from './person-view.tsx'
import { UserLines } from './user-lines.tsx'
import { UserSheet, type UserWish } from './user-sheet.tsx'
import { DeskPart } from './desk-part.tsx'

type Props = {
  readonly powers: readonly DeskPower[]
  readonly me: number
  /** The person that is looked at; empty for none. */
  readonly personId: string
  readonly onClose: () => void
}

/** Accounts found by number, mail, phone or nickname; one of them with all there is to know of it. */
export function UsersSection({ powers, me, personId, onClose }: Props) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const [keyword, setKeyword] = useState('')
  const searched = useDebounced(keyword.trim(), 300)
  const refreshList = useRef(async () => undefined)
  const refreshPerson = useRef<() => Promise<void>>(async () => undefined)
  const { wish, setWish, ends } = useWish<UserWish>(() => {
    void refreshList.current()
    void refreshPerson.current()
  })
  const mayGrant = powers.includes('grantPower')
  const lines = (user: DeskUser, isLinked: boolean) => (
    <UserLines user={user} isLinked={isLinked} mayGrant={mayGrant} isMe={user.id === me} onWish={setWish} />
  )
  const list = (
    <>
      <SearchBox label={t('searchUsers')} value={keyword} onChange={setKeyword} maxLength={60} />
      {searched === '' ? (
        <Empty text={t('searchUsersText')} icon="search" />
      ) : (
        <div key={searched}>
          <Paged
            isRuled
            read={(asked) => request.read(desk.users, { keyword: searched, ...asked })}
            size={10}
            refresh={refreshList}
            keyOf={({ id: each }) => each}
            render={(user) => lines(user, true)}
            empty={{ text: t('noUsers'), icon: 'user' }}
            rowHeight={120}
          />
        </div>
      )}
    </>
  )
  return (
    <>
      <CasePage
        label={t('tabs.users')}
        list={list}
        refresh={refreshList}
        empty={{ text: t('person.choose'), icon: 'user' }}
      >
        {personId === '' ? null : (
          <Person
            key={personId}
            id={Number(personId)}
            refresh={refreshPerson}
            head={(user) => lines(user, false)}
            onClose={onClose}
          />
        )}
      </CasePage>
      {wish !== null && <UserSheet wish={wish} mayGrant={mayGrant} {...ends} />}
    </>
  )
}

type PersonProps = {
  readonly id: number
  readonly refresh: RefObject<() => Promise<void>>
  readonly head: (user: DeskUser) => ReactNode
  readonly onClose: () => void
}
function Person({ id, refresh, head, onClose }: PersonProps) {
  const { request } = useServices()
  const read = useRead(`person|${id}`, (signal) => request.read(desk.person, { id }, { signal }))
  useEffect(() => {
    refresh.current = read.refresh
  })
  if (read.value !== null)
    return (
      <PersonView
        found={read.value}
        head={head(read.value.user)}
        onClose={onClose}
        onNoted={() => void read.refresh()}
      />
    )
  return (
    <DeskPart className={styles.case}>
      <Unread read={read} />
    </DeskPart>
  )
}
