import { copyText } from '#src/lib/copy.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'

/** Copies a text and says whether that worked. */
export const copyAndSay = async (text: string) => {
  const result = await copyText(text)
  if (result === 'done') toast('ui:copied')
  else toast(`refusals:${result}`, {}, 'error')
}

type Props = { readonly text: string; readonly label: string; readonly isIcon?: boolean }
/** A button that copies a text and says whether that worked. */
export function CopyButton({ text, label, isIcon = false }: Props) {
  const { t } = useTranslation('ui')
  if (isIcon) return <IconButton icon="copy" label={`${t('copy')}: ${label}`} onClick={() => void copyAndSay(text)} />
  return (
    <Button icon="copy" isWide onClick={() => void copyAndSay(text)}>
      {label}
    </Button>
  )
}

/** A value with a button beside it that copies it, as a line of `Facts`. */
export const copiedFact = (name: string, value: string, text = value) => ({
  name,
  value: (
    <>
      <span>{value}</span>
      <CopyButton isIcon text={text} label={name} />
    </>
  ),
})
