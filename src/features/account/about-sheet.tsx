import { Box, Row, Stack } from '#src/ui/box.tsx'
import { platform } from '#contract/platform/platform.ts'
import { appVersion } from '#contract/wire/limits.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { formatBytes } from '#src/lib/format-bytes.ts'
import { isSafeAddress } from '#src/lib/safe-address.ts'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { QrCode } from '#src/parts/qr-code.tsx'
import { Unread } from '#src/parts/loaded.tsx'
import { allOf } from '#src/actors/use-call.ts'
import { outward, useConfig } from '#src/stores/config.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import styles from './about-sheet.module.css'

/** What this app is, which version runs here, which one is the newest, and how to get it on another device. */
export function About({ onLater }: { readonly onLater: () => void }) {
  const { t, i18n } = useTranslation('account')
  const { request } = useServices()
  const name = useConfig(({ setting }) => setting?.name)
  const logo = useConfig((config) => config.logo)
  const newest = useRead('newest', (signal) => request.read(platform.latestVersion, {}, { signal }))
  const ways = useRead('download', (signal) => request.read(platform.appDownload, {}, { signal }))
  if (newest.value === null || ways.value === null)
    return <Unread read={allOf({ newest, ways })} lines={4} height={48} />
  const { versionNum, versionCode, notes } = newest.value
  const { h5_url, android_url, ios_url, size_bytes } = ways.value
  const address = h5_url.startsWith('/') ? outward(h5_url) : h5_url
  return (
    <Stack gap={4} endPad={4}>
      <Row as="header" gap={3} align="start">
        {logo !== null && <img className={styles.logo} src={logo} alt="" width={48} height={48} />}
        <div>
          <Box as="h3" size={4}>
            {name}
          </Box>
          <Box as="p" tone={2} isLoose>
            {t('settings.about.text')}
          </Box>
        </div>
      </Row>
      {versionCode > appVersion.code && (
        <>
          <Banner icon="refresh">{t('settings.about.newer', { version: versionNum })}</Banner>
          <Row gap={2} align="stretch" wraps>
            <Button onClick={() => location.reload()}>{t('settings.about.update')}</Button>
            <Button kind="quiet" onClick={onLater}>
              {t('settings.about.later')}
            </Button>
          </Row>
        </>
      )}
      <Facts
        facts={[
          { name: t('settings.about.here'), value: `${appVersion.name} (${appVersion.code})` },
          { name: t('settings.about.newest'), value: `${versionNum} (${versionCode})` },
          ...(size_bytes === null
            ? []
            : [{ name: t('settings.about.size'), value: formatBytes(size_bytes, i18n.language) }]),
          { name: t('settings.about.notes'), value: notes },
        ]}
      />
      <Stack align="center" items="center">
        <QrCode text={address} label={t('settings.about.scan')} />
      </Stack>
      <Box as="p" tone={2} isLoose>
        {t('settings.about.scan')}
      </Box>
      <Row as="p" gap={2} justify="between" className={styles.address}>
        <span translate="no">{address}</span>
        <CopyButton text={address} label={t('settings.about.address')} isIcon />
      </Row>
      <StoreLinks android={android_url} ios={ios_url} />
    </Stack>
  )
}

type StoreLinksProps = { readonly android: string | null; readonly ios: string | null }
function StoreLinks({ android, ios }: StoreLinksProps) {
  const { t } = useTranslation('account')
  return (
    <>
      {[
        ['Android', android],
        ['iOS', ios],
      ].map(
        ([store, url]) =>
          url !== null &&
          url !== undefined &&
          isSafeAddress(url) && (
            <Box key={store} as="a" tone="accent" weight="medium" href={url} target="_blank" rel="noopener noreferrer">
              {t('settings.about.get', { store })}
            </Box>
          ),
      )}
    </>
  )
}
