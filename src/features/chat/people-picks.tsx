import { Stack } from '#src/ui/box.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from './avatar.tsx'
import styles from './chat.module.css'

export type Pick = { readonly id: string; readonly name: string; readonly picture: string | null }
type Props = {
  readonly people: readonly Pick[]
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
      <div className={styles.searchIn}>
        <SearchBox label={t('findPerson')} value={word} onChange={setWord} />
      </div>
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
