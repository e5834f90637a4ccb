import type { AssetsAvailable } from "@fleet/bridge-protocol/BridgeMessages"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import type { AssetRequest } from "@fleet/bridge-protocol/CloudMessages"
import { scanUrdf } from "@fleet/domain/assets/scanUrdf"
import { Context, Effect, Layer, Schedule, Schema } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { RosGateway } from "../../ros/RosGateway.ts"
import { wordsOf } from "../wordsOf.ts"
import { AssetRun } from "./AssetRun.ts"
import type { AssetBytes } from "./AssetSender.ts"
import { amentPrefixes, packageFile } from "./packageFiles.ts"

type Request = typeof AssetRequest.Type

const topic = "/robot_description"
const reportEvery = "2 seconds"

/** The file names of a URDF that cannot be read are none. */
const filesOf = (urdf: string | null): ReadonlyArray<string> => {
  const found = urdf === null ? { files: [] } : scanUrdf(urdf)
  return "cause" in found ? [] : [...new Set(found.files.map(({ uri }) => uri).filter((uri) => uri !== ""))]
}

const sizeOf = (message: unknown) => Buffer.byteLength(JSON.stringify(message))

/** What the cloud is told of a URDF's files: as many as a frame takes, and how many those are that it does not. */
export const announcementOf = (meshes: ReadonlyArray<string>): AssetsAvailable => {
  const all = { type: "assets_available", urdf: true, meshes } as const
  const bytes = sizeOf(all)
  if (bytes <= maxFrame) return all
  const omitted = { files: meshes.length, bytes, limit: maxFrame }
  let room = maxFrame - sizeOf({ ...all, meshes: [], omitted })
  const fitting = meshes.findIndex((uri) => (room -= sizeOf(uri) + 1) < 0)
  return { ...all, meshes: meshes.slice(0, fitting), omitted: { ...omitted, files: meshes.length - fitting } }
}

const decodeDescription = Schema.decodeUnknownOption(Schema.Struct({ data: Schema.String }))

/** The robot's URDF and the files that it names: announced to the cloud, and uploaded on request. */
export class RobotAssets extends Context.Service<
  RobotAssets,
  {
    /** Says what there is to upload, once there is a URDF. */
    readonly announce: () => void
    /** Uploads, and reports how far it is. Another sync is refused meanwhile. */
    readonly request: (request: Request) => Effect.Effect<void>
  }
>()("@fleet/bridge/RobotAssets") {
  static readonly layer = Layer.effect(
    RobotAssets,
    Effect.gen(function* () {
      const gateway = yield* RosGateway
      const outbox = yield* Outbox
      const prefixes = amentPrefixes(process.env["AMENT_PREFIX_PATH"])
      const log = Effect.runForkWith(yield* Effect.context())
      let urdf: string | null = null
      let current: AssetRun | null = null

      const announce = () => {
        if (urdf !== null) outbox.send(announcementOf(filesOf(urdf)))
      }

      yield* gateway.subscribe(topic, "std_msgs/msg/String", (message) => {
        const read = decodeDescription(message.decode())
        if (read._tag === "None" || read.value.data === urdf) return
        urdf = read.value.data
        try {
          announce()
        } catch (error) {
          log(Effect.logWarning(`The files that the URDF names could not be listed: ${wordsOf(error)}`))
        }
      })

      const served = (uri: string): Effect.Effect<AssetBytes | null> =>
        gateway.fetchAsset === undefined
          ? Effect.succeed(null)
          : Effect.catch(gateway.fetchAsset(uri), ({ message }) =>
              Effect.as(Effect.logInfo(`The robot gives no ${uri}: ${message}`), null)
            )
      const file = (uri: string): Effect.Effect<AssetBytes | null> =>
        Effect.flatMap(
          Effect.promise(() => packageFile(uri, prefixes)),
          (found): Effect.Effect<AssetBytes | null> => (found === null ? served(uri) : Effect.succeed(found))
        )

      const report = (run: AssetRun, state: "running" | "finished") =>
        Effect.sync(() =>
          outbox.send({
            type: "asset_progress",
            sync_id: run.target.syncId,
            done: run.done,
            total: run.total,
            failed: [...run.failed],
            state
          })
        )

      const work = (run: AssetRun) =>
        Effect.suspend(() => {
          run.isWorking = true
          return Effect.raceFirst(
            run.work,
            Effect.andThen(Effect.repeat(report(run, "running"), Schedule.spaced(reportEvery)), Effect.never)
          ).pipe(Effect.ensuring(Effect.sync(() => (run.isWorking = false))), Effect.andThen(report(run, "finished")))
        })

      return RobotAssets.of({
        announce,
        request: ({ meshes, sync_id, token, upload_url }) =>
          Effect.suspend(() => {
            const same = current !== null && current.target.syncId === sync_id ? current : null
            if (same === null && current?.isWorking === true) {
              outbox.send({ type: "asset_progress", sync_id, done: 0, total: 0, failed: [], state: "refused_busy" })
              return Effect.void
            }
            const run = same ?? new AssetRun({ syncId: sync_id, token, url: upload_url }, { urdf: () => urdf, file })
            current = run
            run.add(meshes)
            return run.isWorking ? Effect.void : work(run)
          })
      })
    })
  )
}
