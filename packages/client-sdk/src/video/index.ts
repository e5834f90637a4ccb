/// <reference lib="dom" />
export { live, type LiveOptions, type LiveState, type LiveView, type Playback } from "./live.ts"
