import { Box, Note, Row, Stack } from './box.tsx'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'
import styles from './field.module.css'

type FrameProps = {
  readonly label: ReactNode
  /** At the end of the label line, for example the balance. */
  readonly aside?: ReactNode
  readonly hint?: ReactNode
  /** Replaces the hint. */
  readonly error?: ReactNode
  readonly children: (ties: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
  }) => ReactNode
}

/** Label above, hint or error below; the control gets the ids that connect them. */
export function FieldFrame({ label, aside, hint, error, children }: FrameProps) {
  const id = useId()
  const hasError = error !== undefined && error !== null && error !== false && error !== ''
  const note = hasError ? error : hint
  const hasNote = note !== undefined && note !== null && note !== ''
  return (
    <Stack shrinks className={styles.field}>
      <Row gap={2} align="baseline" justify="between" size={2} tone={2}>
        <label htmlFor={id}>{label}</label>
        {aside !== undefined && (
          <Box as="span" tone={2}>
            {aside}
          </Box>
        )}
      </Row>
      {children({
        id,
        'aria-describedby': hasNote ? `${id}-note` : undefined,
        'aria-invalid': hasError || undefined,
      })}
      <FieldNote id={`${id}-note`} isWrong={hasError}>
        {note}
      </FieldNote>
    </Stack>
  )
}

type NoteProps = { readonly id: string; readonly isWrong: boolean; readonly children: ReactNode }

/** Below a field: a hint, or what is wrong with it. */
export function FieldNote({ id, isWrong, children }: NoteProps) {
  return (
    <Note id={id} tone={isWrong ? 'danger' : 2} endPad={1} className={styles.note} role={isWrong ? 'alert' : undefined}>
      {children}
    </Note>
  )
}

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className' | 'id'> &
  Omit<FrameProps, 'children'> & {
    readonly value: string
    /** `isBulk`: the text came from a clipboard or the like, not key by key. */
    readonly onChange: (text: string, isBulk: boolean) => void
    /** Inside the box, before and after the input: an area code, a unit, a button. */
    readonly before?: ReactNode
    readonly after?: ReactNode
  }

/** Some keyboards insert the clipboard as if it were typed: then more than one character comes at once. */
export const isBulk = (event: Event, before: string, after: string) => {
  if (event instanceof InputEvent && /^insert(?:From|Replacement)/.test(event.inputType)) return true
  let [start, end] = [0, 0]
  while (start < before.length && before[start] === after[start]) start += 1
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return after.length - start - end > 1
}

/** A text field. A password has a button that reveals it. */
export function Field({ label, aside, hint, error, value, onChange, before, after, type = 'text', ...rest }: Props) {
  const [isVisible, setIsSeen] = useState(false)
  const isPassword = type === 'password'
  return (
    <FieldFrame label={label} aside={aside} hint={hint} error={error}>
      {(ties) => (
        <Box
          as="span"
          lay="row"
          gap={2}
          sidePad={3}
          align="center"
          isInput
          tall={46}
          isFaded={rest.disabled === true}
          data-invalid={ties['aria-invalid']}
        >
          {before}
          <input
            {...rest}
            {...ties}
            className={styles.input}
            type={isPassword && isVisible ? 'text' : type}
            value={value}
            onChange={(event) =>
              onChange(event.currentTarget.value, isBulk(event.nativeEvent, value, event.currentTarget.value))
            }
          />
          {after}
          {isPassword && <Eye isVisible={isVisible} onToggle={() => setIsSeen(!isVisible)} />}
        </Box>
      )}
    </FieldFrame>
  )
}

type AreaProps = Omit<FrameProps, 'children'> &
  Pick<ComponentProps<'textarea'>, 'rows' | 'maxLength' | 'dir' | 'inputMode' | 'spellCheck'> & {
    readonly value: string
    readonly onChange: (text: string) => void
  }
/** A field for a text of several lines. */
export function AreaField({ label, aside, hint, error, value, onChange, ...rest }: AreaProps) {
  return (
    <FieldFrame label={label} aside={aside} hint={hint} error={error}>
      {(ties) => (
        <textarea
          {...rest}
          {...ties}
          className={styles.area}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

function Eye({ isVisible, onToggle }: { readonly isVisible: boolean; readonly onToggle: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <button
      type="button"
      className={styles.eye}
      aria-label={t('showPassword')}
      aria-pressed={isVisible}
      onClick={onToggle}
    >
      <Icon name={isVisible ? 'eye' : 'eye-off'} size={20} />
    </button>
  )
}
