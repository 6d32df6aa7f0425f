export { allCalls } from '#contract/endpoints.ts'
