import { demoWord, isDemoAddress } from '#contract/market/market-demo.ts'
import { AddressGroups } from '#src/parts/address-groups.tsx'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { QrCode, saveQr } from '#src/parts/qr-code.tsx'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { PayeeLines } from './payee-lines.tsx'
import styles from './wallet.module.css'

/** A deposit address: its QR code, all of it in groups, and ways to take it along. */
export function AddressCard({
  address,
  network,
  coin,
  memo = null,
}: {
  readonly address: string
  readonly network: string
  readonly coin: string
  /** The number by which the caller is told apart where all share the address. */
  readonly memo?: string | null
}) {
  const { t } = useTranslation('wallet')
  const isDemo = isDemoAddress(address)
  return (
    <Stack
      as="section"
      gap={3}
      pad={4}
      items="center"
      ground="raised"
      round={3}
      isEdged
      aria-label={t('deposit.address')}
    >
      {isDemo && (
        <Box as="b" blockPad={1} sidePad={3} ground="warning" round="full" tone="warning" className={styles.demo}>
          {demoWord}
        </Box>
      )}
      <QrCode text={address} label={t('deposit.qr')} />
      <AddressGroups address={address} />
      {isDemo ? (
        <Banner kind="warning" icon="warning">
          {t('deposit.demo')}
        </Banner>
      ) : (
        memo === null && <Note isLoose>{t('deposit.yours', { network })}</Note>
      )}
      {memo !== null && (
        <>
          <Banner kind="warning" icon="warning">
            {t('deposit.memoText')}
          </Banner>
          <PayeeLines lines={[{ name: t('deposit.memo'), value: memo }]} />
        </>
      )}
      <Box gap={2} isFull fits={150} lay="stack">
        <CopyButton text={address} label={t('deposit.copy')} />
        <Button
          kind="quiet"
          icon="download"
          isWide
          onClick={() => void saveQr(address, `${isDemo ? `${demoWord}-` : ''}${coin}-${network}.png`)}
        >
          {t('deposit.save')}
        </Button>
      </Box>
    </Stack>
  )
}
