import { Box, Press, Row } from '#src/ui/box.tsx'
import { news, newsCategories } from '#contract/news/news.ts'
import { useServices } from '#src/actors/services.tsx'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClaimTexts } from './register-form.ts'
import styles from './agreement-box.module.css'

/** The required checkbox, with a link to the text of the agreement. */
export function AgreementBox({ form }: { readonly form: Form<ClaimTexts> }) {
  const { t } = useTranslation('session')
  const fault = useFaultText()(form.faultOf('agreed'))
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Row wraps className={styles.box}>
      <Row as="label" gap={2} tone={2} isTouch>
        <input
          type="checkbox"
          name="agreed"
          className={styles.tick}
          checked={form.texts.agreed === 'yes'}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : 'agreed-fault'}
          onChange={(event) => {
            form.touch('agreed')
            form.set('agreed', event.target.checked ? 'yes' : '')
          }}
        />
        <span>{t('register.agree')}</span>
      </Row>
      <Press sidePad={1} tone="accent" isTouch onClick={() => setIsOpen(true)}>
        {t('register.agreement')}
      </Press>
      {fault !== null && (
        <Box id="agreed-fault" as="p" size={2} tone="danger" className={styles.fault}>
          {fault}
        </Box>
      )}
      <Sheet title={t('register.agreement')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {isOpen && <Agreement />}
      </Sheet>
    </Row>
  )
}

function Agreement() {
  const { t } = useTranslation('session')
  const { request } = useServices()
  const lang = useSettings((settings) => settings.lang)
  const [found, setFound] = useState<{ readonly text: string | null } | null>(null)
  useEffect(() => {
    let isHere = true
    const find = async () => {
      const list = await request.read(news.list, { c_id: newsCategories.agreement, lang })
      const newest = list.ok ? list.value.list[0] : undefined
      const detail = newest === undefined ? null : await request.read(news.detail, { id: newest.id })
      if (isHere) setFound({ text: detail?.ok ? detail.value.content : null })
    }
    void find()
    return () => {
      isHere = false
    }
  }, [request, lang])
  if (found === null) return <div className={styles.waiting} />
  return <div className={styles.text}>{found.text ?? t('register.agreementGone')}</div>
}
