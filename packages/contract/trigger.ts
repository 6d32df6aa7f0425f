export { trigger } from '#contract/trigger/trigger.ts'
