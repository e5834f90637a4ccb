import type { CameraStart, CameraStop } from "@fleet/bridge-protocol/CloudMessages"
import { maxSnapshotFrame } from "@fleet/bridge-protocol/CloseCodes"
import { encodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import type { Camera } from "@fleet/domain/RobotConfig/Camera"
import { Clock, Context, Effect, FiberMap, Layer, type Scope } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { RosGateway } from "../../ros/RosGateway.ts"
import { LinkModes } from "../link/LinkModes.ts"
import { CameraFault } from "./CameraFault.ts"
import { Ffmpeg } from "./Ffmpeg.ts"
import type { Picture } from "./Picture.ts"
import { runLive } from "./runLive.ts"
import { fit, takeStill } from "./takeStill.ts"

/** A camera of the running configuration. */
interface Running {
  readonly camera: Camera
  isPublishing: boolean
  /** The newest picture of live video, for stills meanwhile. */
  newest: Picture | null
  /** What was told last of the source of stills. */
  told: string | null
}

type Cause = "command" | "source" | "config_change" | "live_lost"

/** The robot's cameras: a still each interval, and live video while the cloud asks for it. */
export class Cameras extends Context.Service<
  Cameras,
  {
    /** Runs a camera until the scope closes. */
    readonly run: (slug: string, camera: Camera) => Effect.Effect<void, never, Scope.Scope>
    /** Begins to publish, in place of what it published before; answers with a camera_state. */
    readonly start: (start: typeof CameraStart.Type) => Effect.Effect<void>
    readonly stop: (stop: typeof CameraStop.Type) => Effect.Effect<void>
  }
>()("@fleet/bridge/Cameras") {
  static readonly layer = Layer.effect(
    Cameras,
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const link = yield* LinkModes
      const clock = yield* Clock.Clock
      const context = yield* Effect.context<RosGateway | Ffmpeg>()
      const running = new Map<string, Running>()
      const live = yield* FiberMap.make<string>()

      const tell = (
        slug: string,
        publishing: boolean,
        fault: CameraFault | null,
        cause: Cause,
        request_id: string | null
      ) =>
        outbox.send({
          type: "camera_state",
          slug,
          publishing,
          error: fault === null ? null : { code: fault.code, message: fault.message },
          cause,
          observed_at_ms: clock.currentTimeMillisUnsafe(),
          request_id
        })

      const send = (
        slug: string,
        { bytes, capturedMs, height, mime, width }: Extract<Picture, { kind: "encoded" }>
      ) => {
        const timestamp_ms = Math.max(0, Math.floor(capturedMs))
        const frame = encodeSnapshot({ type: "snapshot", slug, mime, width, height, timestamp_ms }, bytes)
        if (frame.length <= maxSnapshotFrame) return Effect.sync(() => outbox.snapshot(slug, frame))
        return Effect.logWarning(`A still of ${slug} is larger than the cloud accepts: ${frame.length} bytes`)
      }

      /** Says when the source of stills fails, for another reason than before, and when it works again. */
      const report = (slug: string, entry: Running, fault: CameraFault | null) =>
        Effect.sync(() => {
          const code = fault?.code ?? null
          if (entry.told === code) return
          entry.told = code
          tell(slug, entry.isPublishing, fault, "source", null)
        })

      const still = Effect.fnUntraced(function* (slug: string, entry: Running) {
        const { camera, isPublishing, newest } = entry
        // A device that live video has open is not opened twice.
        if (isPublishing && newest === null) return
        const taken = newest === null ? takeStill(camera) : fit(camera, newest)
        yield* taken.pipe(
          Effect.flatMap((picture) => Effect.andThen(send(slug, picture), report(slug, entry, null))),
          Effect.catch((fault) => report(slug, entry, fault)),
          Effect.catchDefect((defect) => Effect.logError(`A still of ${slug} could not be taken`, defect))
        )
      })

      const publish = Effect.fnUntraced(function* (
        entry: Running,
        { request_id, room, slug, token, url }: typeof CameraStart.Type
      ) {
        const fault = yield* runLive(
          entry.camera,
          { url, room, token },
          {
            reduced: link.cameras,
            onPublishing: () => {
              entry.isPublishing = true
              tell(slug, true, null, "command", request_id)
            },
            onPicture: (picture) => (entry.newest = picture)
          }
        ).pipe(
          Effect.catchDefect((defect) =>
            Effect.andThen(
              Effect.logError(`The camera ${slug} failed`, defect),
              Effect.fail(new CameraFault({ code: "encoder_failed", message: "The video could not be made." }))
            )
          ),
          Effect.flip,
          Effect.onExit(() =>
            Effect.sync(() => {
              entry.newest = null
            })
          )
        )
        const wasPublishing = entry.isPublishing
        entry.isPublishing = false
        yield* Effect.logInfo(`Live video of ${slug} ended: ${fault.message}`)
        const isLost = fault.code === "low_bandwidth" || fault.code === "media_lost"
        if (wasPublishing) tell(slug, false, fault, isLost ? "live_lost" : "source", null)
        else tell(slug, false, fault, "command", request_id)
      })

      const end = (slug: string) =>
        Effect.andThen(
          FiberMap.remove(live, slug),
          Effect.sync(() => {
            const entry = running.get(slug)
            const was = entry?.isPublishing === true
            if (entry !== undefined) entry.isPublishing = false
            return was
          })
        )

      return Cameras.of({
        run: Effect.fnUntraced(function* (slug, camera) {
          const entry: Running = { camera, isPublishing: false, newest: null, told: null }
          yield* Effect.acquireRelease(
            Effect.sync(() => running.set(slug, entry)),
            () =>
              Effect.map(end(slug), (was) => {
                running.delete(slug)
                outbox.forgetSnapshot(slug)
                if (was) tell(slug, false, null, "config_change", null)
              })
          )
          yield* still(slug, entry).pipe(
            Effect.andThen(Effect.sleep(camera.snapshot_interval_seconds * 1000)),
            Effect.forever,
            Effect.provideContext(context),
            Effect.forkScoped
          )
        }),
        start: Effect.fnUntraced(function* (start) {
          const entry = running.get(start.slug)
          if (entry === undefined) {
            const fault = new CameraFault({ code: "unknown_slug", message: "The configuration has no such camera." })
            return tell(start.slug, false, fault, "command", start.request_id)
          }
          yield* end(start.slug)
          yield* FiberMap.run(live, start.slug, Effect.provideContext(publish(entry, start), context))
        }),
        stop: ({ request_id, slug }) =>
          Effect.andThen(
            end(slug),
            Effect.sync(() => tell(slug, false, null, "command", request_id))
          )
      })
    })
  )
}
