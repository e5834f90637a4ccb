/// <reference lib="dom" />
export { live, type LiveOptions, type LiveState, type LiveView } from "./live.ts"
