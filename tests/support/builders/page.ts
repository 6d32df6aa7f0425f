/** A page of a list as the wire frames it; by default the only one. */
export const aPage = (data: readonly unknown[], changes: object = {}) => ({
  current_page: 1,
  data,
  from: data.length === 0 ? null : 1,
  to: data.length === 0 ? null : data.length,
  total: data.length,
  last_page: 1,
  per_page: 50,
  path: '',
  first_page_url: '',
  last_page_url: '',
  next_page_url: null,
  prev_page_url: null,
  ...changes,
})
