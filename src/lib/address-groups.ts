/** An address in groups of four characters, so that a person can compare it with another. */
export const addressGroups = (address: string): readonly string[] => address.match(/.{1,4}/gs) ?? []
