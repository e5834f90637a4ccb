import { Clock, Effect } from "effect"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"
import { nameOf, type UploadAnswer } from "../Uploads.ts"
import { NotSupported } from "../Verdicts.ts"

const token = "upload-token"
/** A sync of the simulated robot's few small files. */
const syncMs = 30_000

/** What the bridge says that its robot has; a bridge without assets says nothing. */
const available = Effect.fnUntraced(function* (kit: Kit) {
  const { session } = kit.cloud
  const listed = () =>
    kit.cloud.frames.flatMap(({ message, session: of }) =>
      of === session && message?.type === "assets_available" ? [message] : []
    )
  const found = yield* Effect.result(kit.until("assets_available", () => listed().at(-1)))
  if (found._tag === "Success") return found.success
  if (kit.cloud.all("assets_available").length > 0) return yield* found.failure
  return yield* new NotSupported({ message: "The bridge says nothing of assets." })
})

let syncs = 0

/** Asks for files, in one frame for each list. Answers with the sync's id. */
const ask = Effect.fnUntraced(function* (kit: Kit, ...lists: ReadonlyArray<ReadonlyArray<string>>) {
  const sync_id = `sync-${yield* Clock.currentTimeMillis}-${++syncs}`
  const upload_url = `${kit.cloud.url}/api/bridge/assets`
  for (const meshes of lists) kit.cloud.send({ type: "asset_request", sync_id, upload_url, token, meshes })
  return sync_id
})

const finish = (kit: Kit, sync: string, from: number) =>
  kit.sees("asset_progress", from, ({ state, sync_id }) => sync_id === sync && state === "finished", syncMs)

const uploadsOf = (kit: Kit, sync: string) =>
  kit.cloud.uploads.taken.filter(({ headers }) => headers["x-platform-sync-id"] === sync)

/** The outcome of a sync of one list when uploads are answered so. */
const refusedSync = Effect.fnUntraced(function* (kit: Kit, meshes: ReadonlyArray<string>, answer: UploadAnswer) {
  kit.cloud.uploads.answer = () => answer
  const from = kit.mark
  const sync = yield* ask(kit, meshes)
  const { failed } = yield* finish(kit, sync, from)
  kit.cloud.uploads.answer = () => undefined
  return { failed, count: uploadsOf(kit, sync).length }
})

const overStore = { store_bytes: 100, used_bytes: 100, size_bytes: 1 }

export const assets: ReadonlyArray<Rule> = [
  {
    id: "assets.answer",
    section: "13.1",
    sentence: "assets_available follows hello_ok, where the bridge has assets at all.",
    needs: [],
    check: (kit) => Effect.asVoid(available(kit))
  },
  {
    id: "assets.urdf",
    section: "11",
    sentence: "An asset_request without meshes uploads the URDF only, with the headers that say what it is.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* available(kit)
      const from = kit.mark
      const sync = yield* ask(kit, [])
      const end = yield* finish(kit, sync, from)
      const uploads = uploadsOf(kit, sync)
      yield* kit.must(uploads.length === 1, `There were ${uploads.length} uploads of the sync.`)
      const { bytes, headers } = uploads[0]!
      const named = nameOf(uploads[0]!)
      yield* kit.must(headers["x-platform-asset-kind"] === "urdf", "x-platform-asset-kind is not urdf.")
      yield* kit.must(named === "robot_description", `The URDF was named ${named}, not robot_description.`)
      yield* kit.must(headers.authorization === `Bearer ${token}`, "The upload had not the token of its asset_request.")
      const announced = headers["x-platform-asset-size"]
      yield* kit.must(announced === String(bytes), `x-platform-asset-size was ${announced} for ${bytes} bytes.`)
      const words = `It finished with ${end.done} of ${end.total}, ${end.failed.length} failed.`
      yield* kit.must(end.done === 1 && end.total === 1 && end.failed.length === 0, words)
    })
  },
  {
    id: "assets.files",
    section: "13.2",
    sentence: "asset_request uploads the files that it names, in several frames of one sync_id too.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { meshes } = yield* available(kit)
      yield* kit.must(meshes.length > 1, "The URDF's files are not in assets_available.")
      const from = kit.mark
      // Held, so that the second frame comes while the first is worked on.
      kit.cloud.uploads.hold()
      const sync = yield* ask(kit, meshes.slice(0, 1), meshes.slice(1))
      yield* kit.isAlive
      kit.cloud.uploads.release()
      const end = yield* finish(kit, sync, from)
      const names = uploadsOf(kit, sync).map(nameOf)
      const missing = meshes.filter((mesh) => !names.includes(mesh))
      yield* kit.must(missing.length === 0, `Not uploaded: ${missing.slice(0, 3).join(", ")}`)
      yield* kit.must(new Set(names).size === names.length, "A file was uploaded twice.")
      yield* kit.must(
        end.done === end.total && end.total >= names.length,
        `It finished with ${end.done} of ${end.total}.`
      )
      const states = kit.cloud.all("asset_progress", from).filter(({ sync_id }) => sync_id === sync)
      const back = states.some(({ done }, at) => at > 0 && done < states[at - 1]!.done)
      yield* kit.must(!back, "done went back.")
    })
  },
  {
    id: "assets.busy",
    section: "11",
    sentence: "An asset_request of another sync while one runs is answered by refused_busy.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* available(kit)
      const from = kit.mark
      kit.cloud.uploads.hold()
      const first = yield* ask(kit, [])
      yield* kit.until("upload", () => uploadsOf(kit, first).length > 0)
      const second = yield* ask(kit, [])
      const refused = yield* Effect.result(
        kit.sees("asset_progress", from, ({ state, sync_id }) => sync_id === second && state === "refused_busy")
      )
      kit.cloud.uploads.release()
      yield* finish(kit, first, from)
      yield* Effect.fromResult(refused)
      yield* kit.must(uploadsOf(kit, second).length === 0, "It was refused, and uploaded.")
    })
  },
  {
    id: "assets.failures",
    section: "11",
    sentence: "A file that is not stored is in failed with its kind: refused with details for 409, too_large for 413.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { meshes } = yield* available(kit)
      const refused = yield* refusedSync(kit, [], {
        status: 409,
        body: { code: "plan_limit", message: "The store is full.", details: overStore }
      })
      const large = yield* refusedSync(kit, [], { status: 413, body: {} })
      const missing = yield* refusedSync(kit, [`${meshes[0]?.replace(/[^/]*$/, "")}nothing_here.stl`], {
        status: 201,
        body: {}
      })
      const kinds = [refused, large, missing].map(({ failed }) => failed.map(({ kind }) => kind).join(" ")).join(", ")
      const [full] = refused.failed
      yield* kit.must(full?.details?.store_bytes === overStore.store_bytes, "The details of a 409 were not passed on.")
      yield* kit.must(kinds === "refused, too_large, unresolvable", `The failures were: ${kinds}.`)
    })
  },
  {
    id: "assets.spent",
    section: "11",
    sentence: "A 401 ends the sync: its token is worth nothing any more.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { meshes } = yield* available(kit)
      const spent = yield* refusedSync(kit, meshes, { status: 401, body: {} })
      yield* kit.must(spent.failed.length > 0, "It finished without a failure.")
      yield* kit.must(spent.count === 1, `It went on for ${spent.count} uploads.`)
    })
  }
]
