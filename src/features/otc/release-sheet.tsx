import type { OtcParty } from '#contract/otc/otc-order.ts'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '#src/ui/facts.tsx'

type Props = {
  readonly coins: string
  readonly amount: string
  readonly buyer: OtcParty
  readonly onClose: () => void
  readonly onRelease: (pin: string) => void
}
const pinLength = 6

/** Before the coins leave: amount and buyer once more, a look into the own account, and the fund password. */
export function ReleaseSheet({ coins, amount, buyer, onClose, onRelease }: Props) {
  const { t } = useTranslation('otc')
  const [hasSeen, setHasSeen] = useState(false)
  const [pin, setPin] = useState('')
  return (
    <Sheet
      title={t('act.release')}
      isOpen
      onClose={onClose}
      footer={
        <Button isWide size="l" disabled={!hasSeen || pin.length < pinLength} onClick={() => onRelease(pin)}>
          {t('releaseConfirm', { coins, name: buyer.nickname })}
        </Button>
      }
    >
      <Stack gap={4} topPad={2} endPad={6}>
        <Facts
          kind="tall"
          facts={[
            { name: t('releaseAmount'), value: amount, isStrong: true },
            { name: t('releaseFrom'), value: buyer.real_name, isStrong: true },
            { name: t('releaseCoins'), value: coins },
          ]}
        />
        <Box as="p" pad={3} ground="well" round={2} breaks isPre>
          {t('warnRelease', { name: buyer.real_name })}
        </Box>
        <Checkbox isChecked={hasSeen} onChange={setHasSeen}>
          {t('releaseSeen', { amount })}
        </Checkbox>
        <FundPassword value={pin} onChange={setPin} />
      </Stack>
    </Sheet>
  )
}
