import { Row } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './search-box.module.css'

type Props = {
  /** What is searched: the accessible name and the placeholder. */
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onEnter?: () => void
  /** The page has no other purpose than the search. */
  readonly isFirst?: boolean
  readonly maxLength?: number
}

/** A search field with a button that clears it. */
export function SearchBox({ label, value, onChange, onEnter, isFirst = false, maxLength = 40 }: Props) {
  const { t } = useTranslation('ui')
  const input = useRef<HTMLInputElement>(null)
  const empty = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <Row
      as="form"
      gap={2}
      ground="raised"
      round="full"
      tone={2}
      grows
      clips
      className={styles.box}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onEnter?.()
      }}
    >
      <Icon name="search" size={18} />
      <input
        ref={input}
        className={styles.input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens the search wants to type
        autoFocus={isFirst}
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value !== '' && <IconButton icon="close" label={t('clear')} onClick={empty} />}
    </Row>
  )
}
