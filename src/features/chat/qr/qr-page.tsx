import { useQuery } from '#src/lib/hash-location.ts'
import { GroupCode, MyCode } from './own-codes.tsx'
import { Scanned } from './scanned.tsx'

/** A scanned code, the code of a group, or one's own. */
export function QrPage() {
  const { qrInfo, chatGroupId } = useQuery()
  if (qrInfo !== undefined) return <Scanned key={qrInfo} text={qrInfo} />
  if (chatGroupId !== undefined && chatGroupId !== '') return <GroupCode chat={chatGroupId} />
  return <MyCode />
}
