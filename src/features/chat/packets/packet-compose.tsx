import { Stack } from '#src/ui/box.tsx'
import { baseCoin } from '#contract/wire/limits.ts'
import type { ImGroup, Member } from '#contract/chat/chat.ts'
import { packetLimits, packetScale, type PacketRule } from '#contract/chat/chat-packet.ts'
import { chatRedPackets } from '#contract/chat/chat-red-packets.ts'
import { parseDec } from '#contract/wire/money.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { useDraft } from '#src/lib/draft.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PacketPin } from './packet-pin.tsx'
import { useMyId } from '#src/features/chat/use-chats.ts'

type Props = { readonly group: ImGroup; readonly members: readonly Member[]; readonly onClose: () => void }
const centsOf = (text: string) => (/^\d{1,6}(\.\d{1,2})?$/.test(text) ? parseDec(text, packetScale) : 0n)

/** Writes a red packet: to one person, or to a group in random, equal or named shares; paid with the fund password. */
export function PacketCompose({ group, members, onClose }: Props) {
  const { t } = useTranslation('chat')
  const { sum } = useNumbers()
  const me = useMyId()
  const isGroup = group.chatGroupType === 'group'
  const [rule, setRule] = useState<PacketRule>('random')
  // Kept over a detour, as to set the fund password, until the packet is on its way.
  const { texts, change, drop } = useDraft(`packet.${group.id}`, {
    amount: '',
    count: String(Math.min(group.memberCounts, 10)),
    remark: '',
    named: '',
  })
  const { amount, count, remark, named } = texts
  const [pin, setPin] = useState('')
  const [isTried, setIsTried] = useState(false)
  const onDone = () => {
    drop()
    onClose()
  }
  const single = useSubmit(chatRedPackets.send, { onDone })
  const toGroup = useSubmit(chatRedPackets.sendToGroup, { onDone })
  const submit = isGroup ? toGroup : single
  const nums = !isGroup || rule === 'named' ? 1 : /^\d{1,3}$/.test(count.trim()) ? Number(count) : 0
  const cents = centsOf(amount)
  const most = centsOf(packetLimits.max)
  const wrong = {
    amount:
      cents <= 0n || cents > most
        ? t('packet.amountWrong', { min: packetLimits.min, max: packetLimits.max })
        : cents < BigInt(nums)
          ? t('packet.tooSmall')
          : null,
    count: nums < 1 || nums > group.memberCounts ? t('packet.countWrong', { max: group.memberCounts }) : null,
    named: isGroup && rule === 'named' && named === '' ? t('packet.chooseWho') : null,
    remark: [...remark.trim()].length > packetLimits.remark ? t('groupNameLong', { max: packetLimits.remark }) : null,
  }
  const isRight = Object.values(wrong).every((each) => each === null) && /^\d{6}$/.test(pin)
  const send = () => {
    setIsTried(true)
    if (!isRight) return
    const packet = {
      chatGroupId: group.id,
      redBagValue: amount,
      ...(remark.trim() !== '' && { redBagRemark: remark.trim() }),
      tradePwd: pin,
    }
    setPin('')
    if (isGroup)
      toGroup.send({
        ...packet,
        redBagType: 'group',
        redBagNums: nums,
        redBagRule: rule,
        ...(rule === 'named' && { receiveUsers: [{ userId: named }] }),
      })
    else single.send({ ...packet, redBagType: 'single' })
  }
  const fault = (text: string | null) => (isTried && text !== null ? { error: text } : {})
  return (
    <Sheet
      title={t('packet.send')}
      isOpen
      onClose={onClose}
      isTall
      isHeld={submit.isBusy}
      footer={
        <Button isWide isBusy={submit.isBusy} mayRetry={submit.state === 'refused'} onClick={send}>
          {cents > 0n ? t('packet.sendSum', { amount: sum(amount, baseCoin.name) }) : t('packet.send')}
        </Button>
      }
    >
      <Stack gap={4}>
        {isGroup && (
          <Segmented
            label={t('packet.rule')}
            value={rule}
            onChange={setRule}
            options={[
              { value: 'random', label: t('packet.random') },
              { value: 'equal', label: t('packet.equal') },
              { value: 'named', label: t('packet.named') },
            ]}
          />
        )}
        <AmountField
          label={t('packet.total')}
          value={amount}
          onChange={(text) => change({ amount: text })}
          scale={packetScale}
          unit="USDT"
          {...fault(wrong.amount)}
          hint={t('packet.from_trust')}
        />
        {isGroup && rule !== 'named' && (
          <Field
            label={t('packet.count')}
            value={count}
            onChange={(text) => change({ count: text })}
            inputMode="numeric"
            {...fault(wrong.count)}
            hint={t('members', { count: group.memberCounts })}
          />
        )}
        {isGroup && rule === 'named' && (
          <Select
            label={t('packet.who')}
            value={named}
            onChange={(text) => change({ named: text })}
            options={[
              { value: '', label: t('packet.chooseWho') },
              ...members
                .filter(({ userId }) => userId !== me)
                .map(({ userId, userName }) => ({ value: userId, label: userName })),
            ]}
          />
        )}
        <Field
          label={t('packet.words')}
          value={remark}
          onChange={(text) => change({ remark: text })}
          placeholder={t('packet.wish')}
          {...fault(wrong.remark)}
        />
        <PacketPin
          value={pin}
          onChange={setPin}
          disabled={submit.isBusy}
          error={isTried && pin !== '' && pin.length < 6 ? t('packet.pin') : null}
        />
        <FormFailure failure={submit.state === 'refused' ? submit.failure : null} />
        {submit.state === 'unknown' && (
          <Button kind="text" onClick={submit.again}>
            {t('packet.asking')}
          </Button>
        )}
      </Stack>
    </Sheet>
  )
}
