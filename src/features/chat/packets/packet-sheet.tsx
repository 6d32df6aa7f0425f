import { Box, Note, Row, Stack } from '#src/ui/box.tsx'
import { baseCoin } from '#contract/wire/limits.ts'
import type { PacketContent } from '#contract/chat/chat-content.ts'
import {
  isPacketAhead,
  packetStanding,
  verifyPacket,
  type Packet,
  type TakeReason,
} from '#contract/chat/chat-packet.ts'
import { chatRedPackets } from '#contract/chat/chat-red-packets.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { Money } from '#src/ui/money.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#src/features/chat/avatar.tsx'
import { withFaces } from '#src/features/chat/faces.ts'
import styles from '#src/features/chat/room.module.css'
import { useMyId } from '#src/features/chat/use-chats.ts'

type Props = {
  readonly content: PacketContent
  readonly chat: string
  readonly isGroup: boolean
  readonly onClose: () => void
}
const size = 50

/**
 * Opens a red packet, and shows who took what. The shares were fixed before anyone could take one; the opening decides
 * nothing.
 */
export function PacketSheet({ content, chat, isGroup, onClose }: Props) {
  const { t } = useTranslation('chat')
  const { request, serverNow } = useServices()
  const me = useMyId()
  const which = { redBagId: content.redBagId, chatGroupId: chat }
  const takers = useRead(`packet|${content.redBagId}`, (signal) =>
    request.read(chatRedPackets.takers, { ...which, pageSize: size }, { signal }),
  )
  const take = useSubmit(isGroup ? chatRedPackets.takeFromGroup : chatRedPackets.take, {
    onDone: () => void takers.refresh(),
  })
  const { reason, packet: told } = take.value ?? { reason: null, packet: null }
  // The button that was pressed goes with what it did: the focus stays with the result.
  const isAnswered = reason !== null
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAnswered) result.current?.focus({ preventScroll: true })
  }, [isAnswered])
  const read = takers.value?.packet ?? null
  // What taking came to is known before the list is read again, and when that fails.
  const packet = told !== null && (read === null || isPacketAhead(read, told)) ? told : read
  const standing = packet === null ? null : packetStanding(packet, me, serverNow())
  const mayTake = standing === 'ok' && reason === null
  return (
    <Sheet title={t('kinds.redPacket')} isOpen onClose={onClose} isTall>
      {packet === null ? (
        takers.failure === null ? (
          <Skeleton lines={4} height={56} />
        ) : (
          <ReadFailed failure={takers.failure} onRetry={() => void takers.refresh()} />
        )
      ) : (
        <>
          <div className={styles.packetHead}>
            <Avatar id={packet.fromUser} name={packet.userName} picture={null} />
            <b>{t('packet.from', { who: packet.userName })}</b>
            <Box dir="auto" as="p" size={5} weight="bold">
              {packet.redBagRemark === '' ? t('packet.wish') : withFaces(packet.redBagRemark)}
            </Box>
            {isGroup && mayTake && (
              <small>
                {t(`packet.${packet.redBagRule}`)} ·{' '}
                {t('packet.taken', { taken: packet.takenNums, count: packet.redBagNums })}
              </small>
            )}
            {mayTake && (
              <button
                type="button"
                className={styles.packetSeal}
                aria-busy={take.isBusy || undefined}
                onClick={() => take.send(which)}
              >
                {t('packet.open')}
              </button>
            )}
            {mayTake && (
              <small>
                {t('packet.fixed')}
                <br />
                {t('packet.goesTo')}
              </small>
            )}
            <FormFailure failure={take.state === 'refused' ? take.failure : null} />
            {!mayTake && (
              <div ref={result} tabIndex={-1}>
                <Result value={packet.myValue} why={reason === null || reason === 'ok' ? standing : reason} />
              </div>
            )}
          </div>
          {take.state === 'unknown' && (
            <Button kind="text" onClick={take.again}>
              {t('packet.asking')}
            </Button>
          )}
          {!mayTake && <Takers packet={packet} list={takers.value?.data ?? []} />}
        </>
      )}
    </Sheet>
  )
}

/** What a person has of it, or why nothing. */
function Result({ value, why }: { readonly value: string | null; readonly why: TakeReason | null }) {
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
  if (why === null || why === 'ok') return null
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
  return (
    <section className={styles.takers} aria-label={t('packet.takers')}>
      <p>
        {t('packet.taken', { taken: packet.takenNums, count: packet.redBagNums })}
        {packet.status === 'expired' &&
          ` · ${t('packet.refunded', { amount: sum(packet.refundValue, baseCoin.name) })}`}
      </p>
      <ul>
        {list.map(({ userId, userName, avatar, createTime, tradeValue, maxFlag }) => (
          <Row key={userId} as="li" gap={3} blockPad={2} line="top" className={styles.taker}>
            <Avatar id={userId} name={userName} picture={avatar} size="s" />
            <span className={styles.takerName}>
              {userName}
              <small>{time(createTime)}</small>
            </span>
            <span className={styles.takerEnd}>
              <b>
                <Money text={tradeValue} unit={baseCoin.name} />
              </b>
              {maxFlag && (
                <Note as="span" tone="warning">
                  {t('packet.best')}
                </Note>
              )}
            </span>
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
