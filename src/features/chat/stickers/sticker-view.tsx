import { belowBase } from '#src/lib/below-base.ts'
import styles from '#src/features/chat/room.module.css'
import { useStickerName } from './sticker-name.ts'

type Props = { readonly url: string; readonly name: string }
/** A sticker in the log, without a bubble. */
export function StickerView({ url, name }: Props) {
  const nameOf = useStickerName()
  return <img className={styles.sticker} src={belowBase(url)} alt={nameOf(name)} width={128} height={128} />
}
