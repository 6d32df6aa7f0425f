import type { ReadResult } from '#src/actors/use-read.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from './avatar.tsx'
import styles from './chat.module.css'

type Person = { readonly id: string; readonly name: string; readonly picture: string | null }
type Props = {
  readonly people: readonly Person[]
  readonly chosen: readonly string[]
  readonly most: number
  readonly empty: string
  readonly onChange: (chosen: readonly string[]) => void
}

/** A list of people, of whom several may be chosen. */
export function PeoplePicks({ people, chosen, most, empty, onChange }: Props) {
  const { t } = useTranslation('chat')
  const [word, setWord] = useState('')
  const shown = people.filter(({ name }) => name.toLocaleLowerCase().includes(word.trim().toLocaleLowerCase()))
  const toggle = (id: string) =>
    onChange(
      chosen.includes(id) ? chosen.filter((each) => each !== id) : chosen.length < most ? [...chosen, id] : chosen,
    )
  if (people.length === 0) return <Empty text={empty} icon="people" />
  return (
    <>
      <Box below={3} above={3}>
        <SearchBox label={t('findPerson')} value={word} onChange={setWord} />
      </Box>
      <Stack as="ul">
        {shown.map(({ id, name, picture }) => (
          <li key={id}>
            <label className={styles.pickLine}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                disabled={!chosen.includes(id) && chosen.length >= most}
                onChange={() => toggle(id)}
              />
              <Avatar id={id} name={name} picture={picture} size="s" />
              <span className={styles.pickName}>{name}</span>
            </label>
          </li>
        ))}
      </Stack>
    </>
  )
}

type Named = {
  readonly friendId: string
  readonly friendName: string
  readonly userName: string
  readonly headImg: string | null
}
/** Friends as they are chosen from. */
export const picksOf = (friends: readonly Named[]): Person[] =>
  friends.map(({ friendId, friendName, userName, headImg }) => ({
    id: friendId,
    name: friendName || userName,
    picture: headImg,
  }))

type SheetProps<T> = Pick<Props, 'chosen' | 'most' | 'onChange'> & {
  readonly title: string
  readonly button: string
  readonly isBusy?: boolean
  /** False where nobody need be chosen. */
  readonly needsOne?: boolean
  readonly read: ReadResult<T>
  readonly peopleOf: (value: T) => readonly Person[]
  readonly empty?: string
  readonly onSend: () => void
  readonly onClose: () => void
  /** Above the people. */
  readonly children?: ReactNode
}
/** A sheet in which people are chosen for something. */
export function PickSheet<T>({ title, button, isBusy = false, needsOne = true, read, ...props }: SheetProps<T>) {
  const { t } = useTranslation('chat')
  const { peopleOf, empty = t('noFriendsYet'), onSend, onClose, children, ...picks } = props
  return (
    <Sheet
      title={title}
      isOpen
      onClose={onClose}
      isTall
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} mayRetry disabled={needsOne && picks.chosen.length === 0} onClick={onSend}>
          {button}
        </Button>
      }
    >
      {children}
      <Loaded read={read} lines={4} height={56}>
        {(value) => <PeoplePicks people={peopleOf(value)} empty={empty} {...picks} />}
      </Loaded>
    </Sheet>
  )
}
