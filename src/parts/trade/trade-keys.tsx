import { Stack } from '#src/ui/box.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './trade-keys.module.css'

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('input:not([type="radio"], [type="checkbox"]), select, textarea')
const isNumber = (field: HTMLElement) => field.matches('input[inputmode="decimal"], input[inputmode="numeric"]')
/** What takes the Enter key itself. */
const takesEnter = 'a, button, input, select, textarea, summary, [tabindex]'
const isUpper = (key: string) => key.startsWith('Shift+')

/** What a key of the page does; `key` is a letter, `Shift+` a letter, `Enter` or another sign. */
export type TradeKey = { readonly key: string; readonly does: string; readonly act: () => void }

/** Presses what a page has marked with this name, or only brings the focus there; false if it shows none. */
export const pressKeyed = (name: string, isPressed = true) => {
  const found = document.querySelector<HTMLElement>(`[data-key="${name}"]`)
  found?.focus()
  if (isPressed) found?.click()
  return found !== null
}
/** Changes the order whose row has the focus; without one the first row gets it. */
export const amendFocused = () => {
  const row = document.activeElement?.closest('article')
  const own = row?.querySelector<HTMLElement>('[data-key="amend"]')
  if (own) own.click()
  else pressKeyed('amend', false)
}

const keyOf = ({ key, shiftKey }: KeyboardEvent) =>
  key.length > 1 || !/[a-z]/i.test(key) ? key : shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase()

/**
 * The keys of a trading page on a desktop; none of them sends an order. `?` shows them. They rest while a layer is open
 * or a text is typed; in a field of numbers a letter or a sign of a key is a key and never a part of the number.
 */
export function TradeKeys({ keys }: { readonly keys: readonly TradeKey[] }) {
  const [isTold, setIsTold] = useState(false)
  const actOf = (event: KeyboardEvent) => {
    const wanted = keyOf(event)
    if (wanted === '?') return () => setIsTold(true)
    const found = (key: string) => keys.find((each) => each.key === key)?.act
    return found(wanted) ?? (isUpper(wanted) ? found(wanted.slice('Shift+'.length).toLowerCase()) : undefined)
  }
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, target, key } = event
    if (ctrlKey || metaKey || altKey || event.isComposing || document.querySelector('dialog[open]') !== null) return
    if (isField(target)) {
      if (key === 'Escape') target.blur()
      if (!isNumber(target) || !/^[a-z?/]$/i.test(key)) return
      event.preventDefault()
    }
    if (event.repeat || (key === 'Enter' && target instanceof Element && target.matches(takesEnter))) return
    const act = actOf(event)
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return isTold ? (
    <Suspense fallback={null}>
      <Told keys={keys} onClose={() => setIsTold(false)} />
    </Suspense>
  ) : null
}

function Told({ keys, onClose }: { readonly keys: readonly TradeKey[]; readonly onClose: () => void }) {
  const { t } = useTranslation('trades')
  const rows = [
    ...keys.map(({ key, does }) => [isUpper(key) || key.length > 1 ? key : key.toUpperCase(), does] as const),
    ['↑ ↓', t('keys.step')],
    ['Shift ↑ ↓', t('keys.steps')],
    ['Esc', t('keys.leave')],
    ['?', t('keys.show')],
  ] as const
  return (
    <Sheet title={t('keys.title')} isOpen onClose={onClose}>
      <Stack as="dl" gap={2} className={styles.keys}>
        {rows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </Stack>
    </Sheet>
  )
}
