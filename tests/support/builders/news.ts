/** A text of the venue in a list, in wire form. */
export const aNewsItem = (id: number, changes: object = {}) => ({
  id,
  c_id: 4,
  lang: 'en',
  title: `Text ${id}`,
  thumbnail: null,
  cover: null,
  sorts: 0,
  create_time: '2026-01-02 03:04:05',
  top: 0,
  link: null,
  ...changes,
})
