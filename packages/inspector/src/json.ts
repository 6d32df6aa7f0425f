/** The value of a JSON text; undefined for what is no JSON. */
export const jsonIn = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
