import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { Field } from './field.tsx'
import styles from './gallery.module.css'
import { MenuSheet } from './menu-sheet.tsx'
import { Sheet } from './sheet.tsx'
import { ToastView } from './toast-view.tsx'

/** All components that open over the page. */
export function GalleryLayers() {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState<'sheet' | 'menu' | 'dialog' | null>(null)
  const [text, setText] = useState('')
  const [toasts, setToasts] = useState<readonly number[]>([])
  const close = () => setOpen(null)
  return (
    <section className={styles.section}>
      <div className={styles.line}>
        <Button kind="quiet" onClick={() => setOpen('sheet')}>{t('reviewTitle')}</Button>
        <Button kind="quiet" onClick={() => setOpen('menu')}>{t('price')}</Button>
        <Button kind="danger" onClick={() => setOpen('dialog')}>{t('clear')}</Button>
        <Button kind="quiet" onClick={() => setToasts([...toasts, toasts.length])}>{t('copy')}</Button>
      </div>
      <Sheet title={t('reviewTitle')} isOpen={open === 'sheet'} onClose={close} footer={<Button isWide onClick={close}>{t('confirm')}</Button>}>
        <Field label={t('amount')} value={text} onChange={setText} />
      </Sheet>
      <MenuSheet
        title={t('price')}
        isOpen={open === 'menu'}
        onClose={close}
        chosen="bids"
        choices={[{ value: 'bids', label: t('bids'), icon: 'book', note: t('volume') }, { value: 'asks', label: t('asks'), icon: 'depth' }]}
        onChoose={close}
      />
      <ConfirmDialog isOpen={open === 'dialog'} title={t('clear')} confirm={t('clear')} kind="danger" onConfirm={close} onClose={close}>
        {t('verdictUnknownText')}
      </ConfirmDialog>
      <ToastView toasts={toasts.slice(-3).map((id) => ({ id, text: t(id % 2 === 0 ? 'copied' : 'failed'), kind: id % 2 === 0 ? 'plain' : 'error' }))} />
    </section>
  )
}
