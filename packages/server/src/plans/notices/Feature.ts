import { Effect, Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { every } from "../../platform/schedule/every.ts"
import { Notices } from "./Notices.ts"
import { NoticeStore } from "./NoticeStore.ts"

/** Use is told within a minute, and live video is written 30 s after it at the latest. */
const sweeps = Layer.effectDiscard(
  Effect.gen(function* () {
    const { deleteOld, sweep } = yield* Notices
    yield* every("20 seconds", "the use of plans could not be looked at", sweep)
    yield* every("1 hour", "old notices of plans could not be deleted", deleteOld)
  })
)

/** Notices of how much of a plan is used. */
export const planNotices = feature({
  stores: NoticeStore.layer,
  services: Notices.layer,
  background: sweeps
})
