import { baseCoin } from '#contract/wire/limits.ts'
import type { ImGroup, Member } from '#contract/chat/chat.ts'
import { packetLimits, packetScale } from '#contract/chat/chat-packet.ts'
import { chatRedPackets } from '#contract/chat/chat-red-packets.ts'
import { formatDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { fundPasswordFault, pinFieldOf } from '#src/parts/form/checks.ts'
import { FormField, useFaultText } from '#src/parts/form/form-field.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { moneyForm, useMoneyForm, type MoneyFormOf } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { PinField } from '#src/parts/form/pin-field.tsx'
import { useGate, type Gate } from '#src/parts/form/use-gate.ts'
import { Balance } from '#src/parts/balance.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { useTranslation } from 'react-i18next'
import { useMyId } from '#src/features/chat/use-chats.ts'

type Props = { readonly group: ImGroup; readonly members: readonly Member[]; readonly onClose: () => void }
const rules = ['random', 'equal', 'named'] as const
const centUnits = 10n ** BigInt(SCALE - packetScale)
/** What a packet may hold of what there is, in cents. */
const mostOf = (free: string) => {
  const [all, max] = [parseDec(free) / centUnits, centsOf(packetLimits.max)]
  return formatDec(all < max ? all : max, packetScale)
}
const centsOf = (text: string) => (/^\d{1,6}(\.\d{1,2})?$/.test(text) ? parseDec(text, packetScale) : 0n)

const fieldsOf = ({ memberCounts }: ImGroup) => ({
  rule: 'random',
  amount: '',
  count: String(Math.min(memberCounts, 10)),
  remark: '',
  named: '',
  pin: '',
})
type Texts = ReturnType<typeof fieldsOf>
/** To one person, or in a group by its rule, in so many shares. */
const sumsOf = (texts: Texts, { chatGroupType }: ImGroup) => {
  const rule = chatGroupType === 'group' ? (rules.find((each) => each === texts.rule) ?? 'random') : null
  const nums = rule === null || rule === 'named' ? 1 : /^\d{1,3}$/.test(texts.count.trim()) ? Number(texts.count) : 0
  return { rule, nums, cents: centsOf(texts.amount), remark: texts.remark.trim() }
}
type Live = ImGroup & { readonly free: string | null }
type Typed = { readonly texts: Texts; readonly sums: ReturnType<typeof sumsOf>; readonly live: Live }

const amountFaultOf = ({ cents, nums }: Typed['sums'], free: string | null) =>
  cents <= 0n || cents > centsOf(packetLimits.max)
    ? { reason: 'chat:packet.amountWrong', params: { min: packetLimits.min, max: packetLimits.max } }
    : cents < BigInt(nums)
      ? 'chat:packet.tooSmall'
      : free !== null && cents > parseDec(free) / centUnits
        ? 'refusals:insufficient_balance'
        : null
const shared = {
  draft: ({ id }: ImGroup) => `packet.${id}`,
  fields: fieldsOf,
  sums: sumsOf,
  faults: ({ texts, sums, live: { memberCounts, free } }: Typed) => ({
    amount: amountFaultOf(sums, free),
    count:
      sums.nums < 1 || sums.nums > memberCounts
        ? { reason: 'chat:packet.countWrong', params: { max: memberCounts } }
        : null,
    named: sums.rule === 'named' && texts.named === '' ? 'chat:packet.chooseWho' : null,
    remark:
      [...sums.remark].length > packetLimits.remark
        ? { reason: 'chat:groupNameLong', params: { max: packetLimits.remark } }
        : null,
    pin: fundPasswordFault(texts.pin),
  }),
  fieldOf: pinFieldOf,
}
const inputOf = ({ texts, sums: { remark }, live: { id } }: Typed) => ({
  chatGroupId: id,
  redBagValue: texts.amount,
  ...(remark !== '' && { redBagRemark: remark }),
  tradePwd: texts.pin,
})
const personForm = moneyForm<Live>()({
  ...shared,
  secrets: ['pin'],
  call: chatRedPackets.send,
  input: (typed) => ({ ...inputOf(typed), redBagType: 'single' as const }),
})
const groupForm = moneyForm<Live>()({
  ...shared,
  secrets: ['pin'],
  call: chatRedPackets.sendToGroup,
  input: (typed) => ({
    ...inputOf(typed),
    redBagType: 'group' as const,
    redBagNums: typed.sums.nums,
    redBagRule: typed.sums.rule ?? 'random',
    ...(typed.sums.rule === 'named' && { receiveUsers: [{ userId: typed.texts.named }] }),
  }),
})

/** Writes a red packet: to one person, or to a group in random, equal or named shares; paid with the fund password. */
export function PacketCompose(props: Props) {
  return props.group.chatGroupType === 'group' ? <ToGroup {...props} /> : <ToPerson {...props} />
}
function ToPerson(props: Props) {
  const gate = usePacketGate()
  const live = { ...props.group, free: gate.free }
  return <Compose {...props} gate={gate} form={useMoneyForm(personForm, live, { gate, onDone: props.onClose })} />
}
function ToGroup(props: Props) {
  const gate = usePacketGate()
  const live = { ...props.group, free: gate.free }
  return <Compose {...props} gate={gate} form={useMoneyForm(groupForm, live, { gate, onDone: props.onClose })} />
}
/** The least packet has to lie in the funding account. */
const usePacketGate = () =>
  useGate({
    stops: 'withdraw',
    usesPin: true,
    funds: { currency: baseCoin.id, name: baseCoin.name, amount: packetLimits.min },
  })

type ComposeProps = Props & {
  readonly gate: Gate
  readonly form: MoneyFormOf<typeof personForm> | MoneyFormOf<typeof groupForm>
}
function Compose({ form, gate, group, members, onClose }: ComposeProps) {
  const { t } = useTranslation(['chat', 'refusals', 'session', 'ui'])
  const { sum, money, cost } = useNumbers()
  const faultText = useFaultText()
  const { fields, sums } = form
  const { texts } = fields
  const { rule } = sums
  return (
    <MoneySheet
      form={form}
      title={t('packet.send')}
      button={
        sums.cents === 0n
          ? t('packet.send')
          : t(sums.nums > 1 ? 'packet.sealShares' : 'packet.sendSum', {
              amount: sum(texts.amount, baseCoin.name),
              shares: sums.nums,
            })
      }
      isTall
      onClose={onClose}
    >
      <GateCard gate={gate} />
      {rule !== null && (
        <Segmented
          label={t('packet.rule')}
          value={rule}
          onChange={(next) => fields.set('rule', next)}
          options={rules.map((value) => ({ value, label: t(`packet.${value}`) }))}
        />
      )}
      <AmountField
        name="amount"
        label={t('packet.total')}
        value={texts.amount}
        onChange={(text) => fields.set('amount', text)}
        onBlur={() => fields.touch('amount')}
        scale={packetScale}
        unit="USDT"
        error={faultText(fields.faultOf('amount'))}
        hint={t('packet.bounds', {
          min: cost(packetLimits.min, baseCoin.name),
          max: money(packetLimits.max, baseCoin.name),
        })}
        {...(gate.free !== null && {
          aside: <Balance>{`${t('ui:funding')} ${money(gate.free, baseCoin.name)}`}</Balance>,
          onMax: () => fields.set('amount', mostOf(gate.free ?? '0')),
        })}
      />
      {rule !== null && rule !== 'named' && <Shares form={form} group={group} />}
      {rule === 'named' && <Named form={form} members={members} />}
      <FormField
        form={fields}
        name="remark"
        label={t('packet.words')}
        placeholder={t('packet.wish')}
        hint={t('packet.ofLetters', { count: [...sums.remark].length, max: packetLimits.remark })}
      />
      <Facts
        kind="dense"
        facts={[
          { name: t('packet.leaves'), value: money(formatDec(sums.cents, packetScale), baseCoin.name), isStrong: true },
          { name: t('packet.notTaken'), value: t('packet.comesBack') },
        ]}
      />
      <PinField gate={gate} fields={fields} disabled={form.isBusy} />
    </MoneySheet>
  )
}

/** In how many shares, and what one of them comes to. */
function Shares({ form: { fields, sums }, group: { memberCounts } }: Pick<ComposeProps, 'form' | 'group'>) {
  const { t } = useTranslation('chat')
  const { sum } = useNumbers()
  const { nums, cents, rule } = sums
  const each = nums > 0 ? sum(formatDec(cents / BigInt(nums), packetScale), baseCoin.name) : ''
  const step = (by: number) => fields.set('count', String(Math.min(Math.max(nums + by, 1), memberCounts)))
  return (
    <FormField
      form={fields}
      name="count"
      label={t('packet.count')}
      inputMode="numeric"
      hint={
        cents >= BigInt(Math.max(nums, 1)) && nums > 0
          ? t(rule === 'equal' ? 'packet.each' : 'packet.average', { amount: each })
          : t('members', { count: memberCounts })
      }
      before={<IconButton icon="minus" label={t('packet.fewer')} disabled={nums <= 1} onClick={() => step(-1)} />}
      after={
        <IconButton icon="plus" label={t('packet.more')} disabled={nums >= memberCounts} onClick={() => step(1)} />
      }
    />
  )
}

/** For which member it is. */
function Named({ form: { fields }, members }: Pick<ComposeProps, 'form' | 'members'>) {
  const { t } = useTranslation('chat')
  const faultText = useFaultText()
  const me = useMyId()
  return (
    <Select
      label={t('packet.who')}
      value={fields.texts.named}
      onChange={(text) => fields.set('named', text)}
      error={faultText(fields.faultOf('named'))}
      options={[
        { value: '', label: t('packet.chooseWho') },
        ...members
          .filter(({ userId }) => userId !== me)
          .map(({ userId, userName }) => ({ value: userId, label: userName })),
      ]}
    />
  )
}
