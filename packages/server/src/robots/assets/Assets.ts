import { type Asset, AssetId, type AssetLink, type AssetLinks as Links, type AssetList } from "@fleet/domain/Assets"
import { AssetMissing, type AtCapacity, InternalError, NotFound } from "@fleet/domain/Errors"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { RecordingId } from "@fleet/domain/Recordings"
import { Context, DateTime, Effect, Layer, Option, type Scope, Stream } from "effect"
import { AssetNode } from "./AssetsRpc.ts"
import { BlobStorage, type ByteRange } from "../../platform/blobs/BlobStorage.ts"
import { Plans } from "../../plans/Plans.ts"
import { AssetLinks } from "./AssetLinks.ts"
import { AssetStore, type Urdf } from "./AssetStore.ts"
import { AssetSyncs } from "./AssetSyncs.ts"
import { JointStates } from "./JointStates.ts"
import { UrdfTexts } from "./urdf/UrdfTexts.ts"

interface OfRobot {
  readonly robotId: RobotId
  readonly orgId: OrgId
}

const sizedOf = ({ sha256, size_bytes }: Asset) => ({ sha256, size: size_bytes })

/** The last part of a name, for a path: loaders choose by its ending. */
const lastPart = (name: string): string => encodeURIComponent(name.split("/").at(-1)!)

/** An asset list whose `urdf` is JSON text: what a URDF lacks may be a hundred thousand files. */
export type ListedAssets = Omit<AssetList, "urdf"> & { readonly urdf: Uint8Array }

const noUrdf = Buffer.from(JSON.stringify({ present: false, mesh_count: 0, missing: [] }))

/** Files of robots, and what leads to them. `origin` is where the request was addressed to. */
export class Assets extends Context.Service<
  Assets,
  {
    readonly list: (robot: OfRobot) => Effect.Effect<ListedAssets, AtCapacity>
    readonly find: (robotId: RobotId, id: AssetId) => Effect.Effect<Asset, NotFound>
    readonly findUrdf: (robotId: RobotId) => Effect.Effect<Urdf, NotFound>
    /** The file of a recording that is stored. */
    readonly findRecording: (robotId: RobotId, id: RecordingId) => Effect.Effect<Asset, NotFound>
    readonly read: (
      asset: Asset,
      range?: ByteRange
    ) => Effect.Effect<Stream.Stream<Uint8Array, Error>, InternalError, Scope.Scope>
    /** With the files' own routes in place of its filenames. */
    readonly urdf: (robot: OfRobot, origin: string) => Effect.Effect<Uint8Array, NotFound | InternalError | AtCapacity>
    /** With links that end when its own does. */
    readonly linkedUrdf: (
      asset: Asset,
      origin: string,
      expiresAtMs: number
    ) => Effect.Effect<Uint8Array, InternalError | AtCapacity>
    readonly link: (asset: Asset, origin: string) => Effect.Effect<AssetLink>
    /** Of all files of a robot, by name. */
    readonly links: (robotId: RobotId, origin: string) => Effect.Effect<Links>
  }
>()("@fleet/server/Assets") {
  static readonly layer = Layer.effect(
    Assets,
    Effect.gen(function* () {
      const store = yield* AssetStore
      const blobs = yield* BlobStorage
      const joints = yield* JointStates
      const links = yield* AssetLinks
      const node = yield* AssetNode
      const plans = yield* Plans
      const syncs = yield* AssetSyncs
      const texts = yield* UrdfTexts

      const found = <A>(row: Option.Option<A>) =>
        Option.isNone(row) ? Effect.fail(new NotFound()) : Effect.succeed(row.value)

      const read = Effect.fn("Assets.read")(function* (asset: Asset, range?: ByteRange) {
        const bytes = yield* blobs.read(asset.sha256, range)
        if (Option.isSome(bytes)) return bytes.value
        yield* Effect.logError("the bytes of an asset are gone", asset.id, asset.sha256)
        return yield* new InternalError()
      })

      /** With an address in place of each filename: of a file that is stored, else what is missing. */
      const written = Effect.fnUntraced(function* (
        org: OrgId,
        urdf: Asset,
        addressOf: (asset: Asset) => string,
        missing: string
      ) {
        const whole = Effect.scoped(Effect.flatMap(read(urdf), Stream.runCollect)).pipe(
          Effect.mapBoth({ onFailure: () => new InternalError(), onSuccess: (chunks) => Buffer.concat(chunks) })
        )
        const files = (yield* store.list(urdf.robot_id)).map((asset) => [asset.name, addressOf(asset)] as const)
        return yield* texts.rewrite(org, sizedOf(urdf), whole, { files, missing: `${missing}?name=` })
      })

      const lacking = Effect.fnUntraced(function* (orgId: OrgId, assets: ReadonlyArray<Asset>) {
        const urdf = assets.find(({ kind }) => kind === "urdf")
        if (urdf === undefined) return noUrdf
        const names = assets.map(({ name }) => name)
        return yield* texts.lacking(orgId, sizedOf(urdf), Effect.flatMap(store.uris(urdf), found), names)
      })

      const listed = (robot: OfRobot): Effect.Effect<ListedAssets, AtCapacity> =>
        Effect.gen(function* () {
          const { orgId, robotId } = robot
          const assets = yield* store.list(robotId)
          const urdf = yield* lacking(orgId, assets)
          const available = yield* Effect.option(node.available({ robotId }))
          return {
            assets,
            active_sync: yield* syncs.running(robotId),
            urdf,
            urdf_available: Option.getOrNull(Option.map(available, ({ urdf }) => urdf)),
            store: yield* plans.assetStore(orgId),
            joint_state_slug: yield* joints.get(robotId)
          }
        }).pipe(
          // Another URDF took its place meanwhile.
          Effect.catchTag("not_found", () => listed(robot)),
          Effect.withSpan("Assets.list")
        )

      const linkOf = (asset: Asset, origin: string, expiresAtMs: number) =>
        `${origin}/api/asset-links/${links.tokenOf(asset, expiresAtMs)}/${lastPart(asset.name)}`

      return Assets.of({
        list: listed,
        find: (robotId, id) => Effect.flatMap(store.find({ robotId, id }), found),
        findUrdf: (robotId) => Effect.flatMap(store.urdf(robotId), found),
        findRecording: Effect.fn("Assets.findRecording")(function* (robotId, id) {
          return yield* found(yield* store.findRecording({ robotId, name: `${id}.mcap` }))
        }),
        read,
        urdf: Effect.fn("Assets.urdf")(function* ({ orgId, robotId }, origin) {
          const asset = yield* found(yield* store.urdf(robotId))
          const base = `${origin}/api/robots/${robotId}/assets`
          return yield* written(orgId, asset, ({ id }) => `${base}/${id}`, `${base}/missing`)
        }),
        linkedUrdf: Effect.fn("Assets.linkedUrdf")(function* (asset, origin, expiresAtMs) {
          const org = Option.getOrNull(yield* store.orgOf(asset.robot_id))
          if (org === null) return yield* new InternalError()
          return yield* written(
            org,
            asset,
            (file) => linkOf(file, origin, expiresAtMs),
            `${origin}/api/asset-links/missing`
          )
        }),
        link: Effect.fn("Assets.link")(function* (asset, origin) {
          const expiresAtMs = yield* links.expiry
          return { url: linkOf(asset, origin, expiresAtMs), expires_at: DateTime.makeUnsafe(expiresAtMs) }
        }),
        links: Effect.fn("Assets.links")(function* (robotId, origin) {
          const expiresAtMs = yield* links.expiry
          const assets = yield* store.list(robotId)
          return {
            links: assets.map((asset) => ({
              asset_id: asset.id,
              name: asset.name,
              url: linkOf(asset, origin, expiresAtMs)
            })),
            expires_at: DateTime.makeUnsafe(expiresAtMs)
          }
        })
      })
    })
  )
}

/** What stands for a file that was never uploaded. */
export const neverUploaded = Effect.fail(new AssetMissing())
