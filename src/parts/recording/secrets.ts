/** Fields that are kept in no recording and shown by no inspector, whatever they contain. */
export const secretNames =
  /token|passw|pwd|secret|(?:^|_)pin(?:$|_)|^pin|api_?key|authorization|phone|mobile|(?:^|_)tel(?:$|_)|mail|card|iban|(?:^|_)code$|^code|Code$|id_?number|seed|mnemonic|^endpoint$|^p256dh$|^auth$/i
