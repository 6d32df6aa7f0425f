/** The mean without the lowest and the highest fifth, rounded half up: worked out apart from the venue's own. */
export function trimmedMean(values: readonly (number | null)[]): number {
  const inOrder = values.map((value) => value ?? 0).toSorted((a, b) => a - b)
  const trimmed = Math.floor(inOrder.length * 0.2)
  const rest = inOrder.filter((_, place) => place >= trimmed && place < inOrder.length - trimmed)
  return Math.floor(rest.reduce((sum, value) => sum + value, 0) / rest.length + 0.5)
}
