import { Stack } from '#src/ui/box.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './trade-keys.module.css'

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('input:not([type="radio"], [type="checkbox"]), select, textarea')

type Props = {
  readonly onBuy: () => void
  readonly onSell: () => void
  readonly onPick: () => void
  /** What the keys of the two sides do here. */
  readonly words: { readonly buy: string; readonly sell: string }
}

/**
 * The keys of a trading page on a desktop; none of them sends an order. `?` shows them. They rest while a layer is open
 * or something is typed.
 */
export function TradeKeys({ onBuy, onSell, onPick, words }: Props) {
  const [isTold, setIsTold] = useState(false)
  const acts: Readonly<Record<string, () => void>> = { b: onBuy, s: onSell, '/': onPick, '?': () => setIsTold(true) }
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.isComposing ||
      event.repeat ||
      document.querySelector('dialog[open]') !== null
    )
      return
    if (isField(event.target)) {
      if (event.key === 'Escape') event.target.blur()
      return
    }
    const act = acts[event.key.toLowerCase()]
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
      <Told words={words} onClose={() => setIsTold(false)} />
    </Suspense>
  ) : null
}

function Told({ words, onClose }: Pick<Props, 'words'> & { readonly onClose: () => void }) {
  const { t } = useTranslation(['trades', 'market'])
  const rows = [
    ['B', words.buy],
    ['S', words.sell],
    ['↑ ↓', t('keys.step')],
    ['/', t('market:pick')],
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
