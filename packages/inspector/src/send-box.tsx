import { jsonIn } from './json.ts'
import { useState, type FormEvent } from 'react'
import styles from './inspector.module.css'
import type { Watched } from './tap.ts'
import { useWords } from './words.ts'

const eventIn = (text: string): { readonly type: string } | null => {
  const raw = jsonIn(text)
  return typeof raw === 'object' &&
    raw !== null &&
    'type' in raw &&
    typeof raw.type === 'string' &&
    raw.type !== '' &&
    !raw.type.startsWith('xstate.')
    ? { ...raw, type: raw.type }
    : null
}

/** Sends an event by hand. What is no event with a type is refused, and stays to be corrected. */
export function SendBox({
  actor,
  text,
  onText,
}: {
  readonly actor: Watched
  readonly text: string
  readonly onText: (text: string) => void
}) {
  const t = useWords()
  const [isWrong, setWrong] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const read = eventIn(text)
    setWrong(read === null)
    if (read !== null) actor.ref.send(read)
  }
  return (
    <form className={styles.send} onSubmit={send}>
      <label>
        {t('sendTo', { actor: actor.name })}
        <textarea
          className={styles.input}
          rows={2}
          spellCheck={false}
          autoCapitalize="off"
          value={text}
          aria-invalid={isWrong || undefined}
          onChange={(event) => onText(event.target.value)}
        />
      </label>
      <button type="submit" className={styles.small} disabled={!actor.isRunning}>
        {t('send')}
      </button>
      {isWrong && (
        <p role="alert" className={styles.no}>
          {t('badEvent')}
        </p>
      )}
    </form>
  )
}
