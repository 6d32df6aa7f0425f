import { copyText } from '#src/lib/copy.ts'
import { toast } from '#src/stores/toasts.ts'
import { Box, Row } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'

type Props = {
  /** Whose words are said. */
  readonly of: 'apiKeys' | 'webhooks'
  readonly secret: string
  readonly onClose: () => void
}
/** A secret that is shown once, until it is said to be saved. */
export function ShowSecret({ of, secret, onClose }: Props) {
  const { t } = useTranslation('account')
  const copy = async () => {
    const copied = await copyText(secret)
    if (copied === 'done') toast(`account:${of}.copied`)
    else toast(`refusals:${copied}`, {}, 'error')
  }
  return (
    <Sheet title={t(`${of}.onceTitle`)} isOpen onClose={onClose} isHeld>
      <div className={styles.sheet}>
        <Row as="p" gap={2} pad={3} round={2} ground="warning" tone="warning">
          {t(`${of}.once`)}
        </Row>
        <Box as="code" pad={3} round={2} breaks className={styles.secret} aria-label={t(`${of}.secret`)}>
          {secret}
        </Box>
        <Button kind="quiet" size="l" isWide icon="copy" onClick={() => void copy()}>
          {t(`${of}.copy`)}
        </Button>
        <Button size="l" isWide onClick={onClose}>
          {t('apiKeys.done')}
        </Button>
      </div>
    </Sheet>
  )
}
