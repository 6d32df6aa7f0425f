import { AreaField } from '#src/ui/field.tsx'
import { useTranslation } from 'react-i18next'

type Props = {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Lines that are pasted, or read from a file. */
export function ImportField({ label, hint, value, onChange }: Props) {
  const { t } = useTranslation('desk')
  return (
    <>
      <AreaField label={label} hint={hint} rows={6} dir="ltr" spellCheck={false} value={value} onChange={onChange} />
      <input
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={t('money.file')}
        onChange={(event) => void event.currentTarget.files?.[0]?.text().then(onChange)}
      />
    </>
  )
}
