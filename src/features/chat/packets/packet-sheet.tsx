import { Unread } from '#src/parts/loaded.tsx'
import { Box, Note, Press, Row, Stack } from '#src/ui/box.tsx'
import { baseCoin } from '#contract/wire/limits.ts'
import type { PacketContent } from '#contract/chat/chat-content.ts'
import { isPacketAhead, takeReason, verifyPacket, type Packet, type TakeReason } from '#contract/chat/chat-packet.ts'
import { chatRedPackets } from '#contract/chat/chat-red-packets.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useEntity } from '#src/actors/use-entity.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { packetNow } from '#machines/chat/packet.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { Money } from '#src/ui/money.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#src/features/chat/avatar.tsx'
import { withFaces } from '#src/features/chat/faces.ts'
import styles from '#src/features/chat/room.module.css'
import { useMyId } from '#src/features/chat/use-chats.ts'
import { packetLogic } from './packet.actors.ts'

type Props = {
  readonly content: PacketContent
  readonly chat: string
  readonly isGroup: boolean
  readonly onClose: () => void
}
const size = 50

/** A red packet: opened, and who took what. It is read when its sheet opens, and again as it changes. */
export function PacketSheet({ content: { redBagId }, chat, isGroup, onClose }: Props) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const { value, ...read } = useRead(`packet|${redBagId}`, (signal) =>
    request.read(chatRedPackets.takers, { redBagId, chatGroupId: chat, pageSize: size }, { signal }),
  )
  return (
    <Sheet title={t('kinds.redPacket')} isOpen onClose={onClose} isTall>
      {value !== null ? (
        <OpenPacket read={value.packet} list={value.data} isGroup={isGroup} onChange={() => void read.refresh()} />
      ) : (
        <Unread read={read} lines={4} height={56} />
      )}
    </Sheet>
  )
}

type OpenProps = {
  readonly read: Packet
  readonly list: readonly Taker[]
  readonly isGroup: boolean
  readonly onChange: () => void
}
/** The shares were fixed before anyone could take one; the opening decides nothing. */
function OpenPacket({ read, list, isGroup, onChange }: OpenProps) {
  const { t } = useTranslation(['chat', 'ui'])
  const services = useServices()
  const me = useMyId()
  const logic = useMemo(() => packetLogic(services, { me, isGroup }), [services, me, isGroup])
  const { copy, now, failure, isBusy, isUnknown, act } = useEntity(logic, read)
  const isNews = isPacketAhead(read, copy)
  // Of two that are as new, the one that was read tells its shares.
  const packet = isNews ? copy : read
  const standing = packetNow({ copy: packet, now }, me)
  const told = failure?.kind === 'refused' ? takeReason.options.find((each) => each === failure.reason) : undefined
  const mayTake = standing === 'ok' && told === undefined
  const [isTried, setIsTried] = useState(false)
  const isAnswered = isTried && !isBusy
  useOnValue(isNews ? copy.rev : null, onChange)
  useOnValue(isAnswered || null, onChange)
  // The button that was pressed goes with what it did: the focus stays with the result.
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAnswered) result.current?.focus({ preventScroll: true })
  }, [isAnswered])
  const open = () => {
    setIsTried(true)
    act(null)
  }
  return (
    <>
      <Stack
        gap={2}
        items="center"
        round={4}
        text="center"
        breaks
        className={styles.packetHead}
        data-closed={mayTake || undefined}
      >
        <Avatar id={packet.fromUser} name={packet.userName} picture={null} />
        <b>{t('packet.from', { who: packet.userName })}</b>
        <Box dir="auto" as="p" size={5} weight="bold">
          {packet.redBagRemark === '' ? t('packet.wish') : withFaces(packet.redBagRemark)}
        </Box>
        {mayTake ? (
          <Closed packet={packet} isGroup={isGroup} isBusy={isBusy} onOpen={open} />
        ) : (
          <div ref={result} tabIndex={-1} className={styles.packetResult} data-opened={isAnswered || undefined}>
            <Result value={packet.myValue} why={told ?? standing} />
          </div>
        )}
        <FormFailure failure={told === undefined ? failure : null} />
      </Stack>
      {isUnknown && <Note role="status">{t('ui:verdictUnknownText')}</Note>}
      {!mayTake && <Takers packet={packet} list={list} />}
    </>
  )
}

type ClosedProps = {
  readonly packet: Packet
  readonly isGroup: boolean
  readonly isBusy: boolean
  readonly onOpen: () => void
}
function Closed({ packet, isGroup, isBusy, onOpen }: ClosedProps) {
  const { t } = useTranslation('chat')
  return (
    <>
      {isGroup && (
        <small>
          {t(`packet.${packet.redBagRule}`)} ·{' '}
          {t('packet.taken', { taken: packet.takenNums, count: packet.redBagNums })}
        </small>
      )}
      <Press size={5} weight="bold" className={styles.packetSeal} aria-busy={isBusy || undefined} onClick={onOpen}>
        {t('packet.open')}
      </Press>
      <small>
        {t('packet.fixed')}
        <br />
        {t('packet.goesTo')}
      </small>
    </>
  )
}

/** What a person has of it, or why nothing. */
function Result({ value, why }: { readonly value: string | null; readonly why: TakeReason }) {
  const { t } = useTranslation(['chat', 'refusals'])
  if (value !== null)
    return (
      <p role="status">
        <Box as="span" size={6} weight="bold">
          <Money text={value} unit={baseCoin.name} />
        </Box>
        <br />
        <small>{t('chat:packet.received')}</small>
      </p>
    )
  if (why === 'ok') return null
  return <p role="status">{why === 'packet_own' ? t('chat:packet.waiting') : t(`refusals:${why}`)}</p>
}

type Taker = {
  readonly userId: string
  readonly userName: string
  readonly avatar: string | null
  readonly createTime: string
  readonly tradeValue: string
  readonly maxFlag: boolean
}
function Takers({ packet, list }: { readonly packet: Packet; readonly list: readonly Taker[] }) {
  const { t } = useTranslation('chat')
  const { sum, time } = useNumbers()
  const [isAsked, setIsAsked] = useState(false)
  const verdict = verifyPacket(packet)
  const me = useMyId()
  return (
    <section className={styles.takers} aria-label={t('packet.takers')}>
      <p>
        {t('packet.taken', { taken: packet.takenNums, count: packet.redBagNums })}
        {packet.status === 'expired' &&
          ` · ${t('packet.refunded', { amount: sum(packet.refundValue, baseCoin.name) })}`}
      </p>
      <ul>
        {list.map(({ userId, userName, avatar, createTime, tradeValue, maxFlag }) => (
          <Row key={userId} as="li" gap={3} blockPad={2} line="top">
            <Avatar id={userId} name={userName} picture={avatar} size="s" />
            <Stack as="span" grows>
              {userId === me ? t('packet.you') : userName}
              <small>{time(createTime)}</small>
            </Stack>
            <Stack as="span" keeps shrinks items="end">
              <b>
                <Money text={tradeValue} unit={baseCoin.name} />
              </b>
              {maxFlag && (
                <Note as="span" tone="warning">
                  {t('packet.best')}
                </Note>
              )}
            </Stack>
          </Row>
        ))}
      </ul>
      <Stack gap={2} above={4} size={2} tone={2} className={styles.proof}>
        <p>{t('packet.hash')}</p>
        <code>{packet.shareHash}</code>
        {verdict === null ? (
          <p>{t('packet.verifyLater')}</p>
        ) : isAsked ? (
          <>
            <p role="status">{t(verdict ? 'packet.verified' : 'packet.notVerified')}</p>
            <p>{t('packet.salt')}</p>
            <code>{packet.salt}</code>
            <p>{t('packet.allShares')}</p>
            <code>{(packet.shares ?? []).map((share) => sum(share, baseCoin.name)).join(' · ')}</code>
            <p>{t('packet.notProof')}</p>
          </>
        ) : (
          <Button kind="quiet" size="s" onClick={() => setIsAsked(true)}>
            {t('packet.verify')}
          </Button>
        )}
      </Stack>
    </section>
  )
}
