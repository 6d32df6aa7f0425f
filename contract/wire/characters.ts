// Texts are limited by characters, not by the units they are stored in. There are never more characters than units, so
// most texts need no count.

export const hasAtMost = (text: string, max: number) => text.length <= max || [...text].length <= max
export const firstOf = (text: string, max: number) => (text.length <= max ? text : [...text].slice(0, max).join(''))
