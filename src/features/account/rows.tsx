import { Box, Note } from '#src/ui/box.tsx'
import { Link } from '#src/parts/link.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useId, type ReactNode } from 'react'
import account from './account.module.css'
import styles from './rows.module.css'

/** A titled group of lines. */
export function Rows({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <Box as="section" lay="column" gap={2} blockPad={3} aria-label={title}>
      {title !== undefined && (
        <Note as="h2" sidePad={1} weight="medium">
          {title}
        </Note>
      )}
      <Box isCard clips>
        {children}
      </Box>
    </Box>
  )
}

type Face = {
  readonly icon?: IconName
  readonly label: string
  /** The label is no words, and goes on in the next line wherever it has to. */
  readonly breaks?: boolean
  readonly value?: ReactNode
  readonly hint?: string
}

function RowFace({ icon, label, breaks = false, value, hint }: Face) {
  return (
    <>
      {icon !== undefined && <Icon name={icon} size={20} tone={2} />}
      <Box as="span" lay="column" shrinks className={styles.words}>
        <Box as="span" breaks={breaks}>
          {label}
        </Box>
        {hint !== undefined && <Note as="small">{hint}</Note>}
      </Box>
      {value !== undefined && (
        <Box as="span" tone={2} text="end" isCut pushes className={styles.value}>
          {value}
        </Box>
      )}
    </>
  )
}

/** A line without an action of its own; its content may have one. */
export function Row({ children, ...face }: Face & { readonly children?: ReactNode }) {
  return (
    <div className={styles.row}>
      <RowFace {...face} />
      {children}
    </div>
  )
}

/** A line that links to another page. */
export function LinkRow({ to, ...face }: Face & { readonly to: string }) {
  return (
    <Link to={to} className={styles.row}>
      <RowFace {...face} />
      <Icon name="chevron-right" size={16} tone={2} />
    </Link>
  )
}

/** A line that starts an action on this page. */
export function ButtonRow({ onPress, ...face }: Face & { readonly onPress: () => void }) {
  return (
    <button type="button" className={styles.row} onClick={onPress}>
      <RowFace {...face} />
      <Icon name="chevron-right" size={16} tone={2} />
    </button>
  )
}

/** A line with a switch. */
export function SwitchRow({
  isOn,
  onChange,
  ...face
}: Face & { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  const id = useId()
  return (
    <label htmlFor={id} className={styles.row}>
      <RowFace {...face} />
      <Switch id={id} label={face.label} isOn={isOn} onChange={onChange} />
    </label>
  )
}

/** What a page or a section begins with: what it is for. */
export function Lead({ children }: { readonly children: ReactNode }) {
  return (
    <Box as="p" blockPad={2} tone={2} isLoose className={account.lead}>
      {children}
    </Box>
  )
}
