import { qrCells, qrFile, qrPath } from '#src/lib/qr.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressGroups } from './address-groups.tsx'
import styles from './wallet.module.css'

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const savePicture = async (address: string, name: string) => {
  try {
    const file = await qrFile(address, name, { paper: token('--on-fill'), ink: token('--on-accent') })
    if (file === null) throw new Error('no drawing')
    saveFile(file)
  } catch {
    toast('refusals:picture_save_failed', {}, 'error')
  }
}

/** A deposit address: its QR code, all of it in groups, and ways to take it along. */
export function AddressCard({ address, network, coin }: { readonly address: string; readonly network: string; readonly coin: string }) {
  const { t } = useTranslation('wallet')
  const cells = useMemo(() => qrCells(address), [address])
  return (
    <section className={styles.card} aria-label={t('deposit.address')}>
      <div className={styles.qr}>
        <svg viewBox={`0 0 ${cells.length} ${cells.length}`} role="img" aria-label={t('deposit.qr')} shapeRendering="crispEdges">
          <path d={qrPath(cells)} fill="currentColor" />
        </svg>
      </div>
      <AddressGroups address={address} />
      <p className={styles.note}>{t('deposit.yours', { network })}</p>
      <div className={styles.pair}>
        <CopyButton text={address} label={t('deposit.copy')} />
        <Button kind="quiet" icon="download" isWide onClick={() => void savePicture(address, `${coin}-${network}.png`)}>
          {t('deposit.save')}
        </Button>
      </div>
    </section>
  )
}
