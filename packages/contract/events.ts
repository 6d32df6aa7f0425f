export { event, type Event } from '#contract/events.ts'
