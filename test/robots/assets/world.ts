import type { AssetFailure } from "@fleet/domain/Assets"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { connectBridge, type FakeBridge } from "../../support/FakeBridge.ts"
import { temporaryFolder } from "../../support/Temporary.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { anOrgWithRobot } from "../world.ts"
import { Layer } from "effect"

/** The service with a data folder of its own. */
export const AssetsApp = Layer.unwrap(
  Effect.map(temporaryFolder, (dataFolder) => testApp({ dataFolder, baseUrl: "http://cloud.example" }))
)

/** The files of uploads that have not ended. */
export const unfinished = Effect.map(Settings, ({ dataFolder }) => {
  try {
    return readdirSync(join(dataFolder, "blobs", "tmp"))
  } catch {
    return []
  }
})

export const wheel = "package://rover/meshes/wheel.stl"
export const paint = "package://rover/textures/paint%20red.png"

export const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from("and the rest")])

export const urdfOf = (...files: ReadonlyArray<string>) =>
  `<?xml version="1.0"?>\r\n<robot name='rover'>\n  <!-- <mesh filename="not/me"/> -->\n${files
    .map(
      (file) =>
        `  <link name="${file.length}"><visual><geometry><mesh scale="1 1 1" filename="${file}" /></geometry></visual></link>`
    )
    .join("\n")}\n</robot>\n`

export interface Upload {
  readonly kind?: string
  readonly name: string
  readonly bytes: Uint8Array | string
  readonly headers?: Readonly<Record<string, string>>
}

/** Uploads a file as a bridge does. */
export const upload = Effect.fnUntraced(function* (
  request: { readonly sync_id: string; readonly token: string },
  { bytes, headers, kind = "mesh", name }: Upload
) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const body = Buffer.from(bytes)
  return yield* Effect.promise(async () => {
    const response = await fetch(`${base}/api/bridge/assets`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${request.token}`,
        "x-platform-asset-kind": kind,
        "x-platform-asset-name-encoded": encodeURIComponent(name),
        "x-platform-sync-id": request.sync_id,
        "x-platform-asset-size": String(body.length),
        ...headers
      },
      body
    })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text) as any }
  })
})

export const progress = (
  bridge: FakeBridge,
  sync_id: string,
  done: number,
  total: number,
  state: "running" | "finished" | "refused_busy" = "finished",
  failed: ReadonlyArray<AssetFailure> = []
) => bridge.send({ type: "asset_progress", sync_id, done, total, failed, state })

interface Owned {
  readonly as: string
  readonly bridgeToken: string
  readonly path: string
}

/** The bridge of a robot, which says that it has a URDF and some meshes. */
export const filesOf = Effect.fnUntraced(function* ({ as, bridgeToken, path }: Owned, meshes: ReadonlyArray<string>) {
  const bridge = yield* connectBridge(bridgeToken)
  bridge.send({ type: "assets_available", urdf: true, meshes })
  yield* bridge.sync
  return {
    bridge,
    list: call("GET", `${path}/assets`, { as }),
    start: call("POST", `${path}/assets/sync`, { as, body: { source: "bridge" } }),
    status: (id: string) => call("GET", `${path}/assets/sync/${id}`, { as }),
    clear: call("DELETE", `${path}/assets`, { as }),
    /** Started, with what the bridge was asked for. */
    begin: Effect.gen(function* () {
      yield* call("POST", `${path}/assets/sync`, { as, body: { source: "bridge" } })
      return yield* bridge.next("asset_request")
    })
  }
})

/** A robot whose bridge says so. */
export const aRobotWithFiles = Effect.fnUntraced(function* (meshes: ReadonlyArray<string> = [wheel]) {
  const world = yield* anOrgWithRobot
  const as = world.owner.token
  return { ...world, as, ...(yield* filesOf({ ...world, as }, meshes)) }
})
