import { PairPicker } from '#src/parts/trade/pair-picker.tsx'
import { useSend } from '#src/features/chat/use-room.ts'
import { marketText } from './market-link.ts'

/** Sends a market into a chat: its card shows the price as it is when somebody looks at it. */
export function MarketSheet({ chat, onClose }: { readonly chat: string; readonly onClose: () => void }) {
  const send = useSend(chat)
  const pick = async (market: string) => {
    const isStored = await send.text(marketText(market), { cid: send.newCid(), replyTo: null, mentions: [] })
    if (isStored) onClose()
  }
  return <PairPicker isOpen onClose={onClose} onPick={(market) => void pick(market)} />
}
