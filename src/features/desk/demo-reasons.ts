const reasons: readonly string[] = ['card_id', 'demo_limit', 'duplicate', 'moved']
/** True for a word that the demo's review writes instead of a reason. */
export const isDemoReason = (reason: string) => reasons.includes(reason)
