import type { CameraStart, CameraStop } from "@fleet/bridge-protocol/CloudMessages"
import { maxSnapshotFrame } from "@fleet/bridge-protocol/CloseCodes"
import { encodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import type { Camera } from "@fleet/domain/RobotConfig/Camera"
import { Clock, Context, Effect, FiberMap, Layer, type Scope } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { RosGateway } from "../../ros/RosGateway.ts"
import { LinkModes } from "../link/LinkModes.ts"
import { wordsOf } from "../wordsOf.ts"
import { CameraFault } from "./CameraFault.ts"
import { makeCameraTurns } from "./CameraTurns.ts"
import { Ffmpeg } from "./Ffmpeg.ts"
import type { Picture } from "./Picture.ts"
import { runLive } from "./runLive.ts"
import { fit, takeStill } from "./takeStill.ts"

/** A camera of the running configuration. */
interface Running {
  readonly camera: Camera
  readonly passes: { isUnfit: boolean }
  isPublishing: boolean
  /** The newest picture of live video, for stills meanwhile. */
  newest: Picture | null
  /** The fault of the source that was reported last; null for none, undefined before the first report. */
  reported: string | null | undefined
}

const unknown = new CameraFault({ code: "unknown_slug", message: "The configuration has no such camera." })
const superseded = new CameraFault({ code: "superseded", message: "Something newer was asked of the camera." })

type Cause = "command" | "source" | "config_change" | "live_lost"

/** The robot's cameras: a still each interval, and live video while the cloud asks for it. */
export class Cameras extends Context.Service<
  Cameras,
  {
    /** Runs a camera until the scope closes. */
    readonly run: (slug: string, camera: Camera) => Effect.Effect<void, never, Scope.Scope>
    /**
     * Begins to publish, in place of what it published before; a camera_state answers. Neither this nor `stop` waits: an
     * encoder may take two seconds to end. Of one camera they are carried out in their order.
     */
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
      const ffmpeg = yield* Ffmpeg
      const running = new Map<string, Running>()
      const live = yield* FiberMap.make<string>()
      const turns = yield* makeCameraTurns

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
        const message = `The still's frame has ${frame.length} bytes, and the cloud takes ${maxSnapshotFrame}.`
        return Effect.fail(new CameraFault({ code: "too_large", message }))
      }

      /** Reports the source of stills at its first try, since a row of an earlier run may say otherwise, and when it changes. */
      const report = (slug: string, entry: Running, fault: CameraFault | null) =>
        Effect.sync(() => {
          const code = fault?.code ?? null
          if (entry.reported === code) return
          entry.reported = code
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
          Effect.catchDefect((defect) =>
            Effect.andThen(
              Effect.logError(`A still of ${slug} could not be taken`, defect),
              report(slug, entry, new CameraFault({ code: "failed", message: wordsOf(defect) }))
            )
          )
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
            passes: entry.passes,
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
              Effect.fail(
                new CameraFault({ code: "encoder_failed", message: `The video could not be made: ${wordsOf(defect)}` })
              )
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

      /** Ends live video. Answers whether the camera was publishing. */
      const end = (slug: string, entry: Running | undefined) =>
        Effect.andThen(
          FiberMap.remove(live, slug),
          Effect.sync(() => {
            const was = entry?.isPublishing === true
            if (entry !== undefined) entry.isPublishing = false
            return was
          })
        )

      const answerFor = (slug: string, fault: CameraFault | null, request_id: string) =>
        Effect.sync(() => tell(slug, false, fault, "command", request_id))

      return Cameras.of({
        run: Effect.fnUntraced(function* (slug, camera) {
          const passes = { isUnfit: false }
          const entry: Running = { camera, passes, isPublishing: false, newest: null, reported: undefined }
          const leave = Effect.map(end(slug, entry), (was) => {
            if (was) tell(slug, false, null, "config_change", null)
          })
          yield* Effect.acquireRelease(
            Effect.sync(() => running.set(slug, entry)),
            () =>
              Effect.suspend(() => {
                running.delete(slug)
                outbox.forgetSnapshot(slug)
                return turns.ask(slug, { run: leave, overtaken: Effect.void })
              })
          )
          // Later requests for live video do not wait for the search.
          yield* Effect.forkScoped(Effect.ignore(ffmpeg.find))
          yield* still(slug, entry).pipe(
            Effect.andThen(Effect.sleep(camera.snapshot_interval_seconds * 1000)),
            Effect.forever,
            Effect.provideContext(context),
            Effect.forkScoped
          )
        }),
        start: (start) => {
          const { request_id, slug } = start
          const begin = Effect.gen(function* () {
            const entry = running.get(slug)
            yield* end(slug, entry)
            if (entry === undefined) return yield* answerFor(slug, unknown, request_id)
            yield* FiberMap.run(live, slug, Effect.provideContext(publish(entry, start), context))
          })
          return turns.ask(slug, { run: begin, overtaken: answerFor(slug, superseded, request_id) })
        },
        stop: ({ request_id, slug }) => {
          const answer = answerFor(slug, null, request_id)
          const stop = Effect.andThen(
            Effect.suspend(() => end(slug, running.get(slug))),
            answer
          )
          return turns.ask(slug, { run: stop, overtaken: answer })
        }
      })
    })
  )
}
