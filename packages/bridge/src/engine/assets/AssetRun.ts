import { type AssetFailure, type AssetKind, maxAssetBytes, maxAssetFailures, urdfName } from "@fleet/domain/Assets"
import { extensionOf, isAssetName } from "@fleet/domain/assets/assetNames"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { type AssetBytes, type NotTaken, sendAsset, sizeOf, type UploadTarget } from "./AssetSender.ts"
import { largestRead, mayName, referencesOf, resolveReference } from "./references.ts"

/** How many files one sync uploads at most. */
const mostFiles = 2000

const textures = new Set(["png", "jpg", "jpeg", "webp", "tif", "tiff", "tga", "bmp", "gif", "dds", "hdr"])
const kindOf = (name: string): AssetKind => (textures.has(extensionOf(name)) ? "texture" : "mesh")

const bytesOf = (bytes: AssetBytes) =>
  bytes instanceof Uint8Array ? Effect.succeed(bytes) : Effect.promise(() => readFile(bytes.path))

/** What a sync needs of the robot. A file that cannot be had is null. */
export interface AssetSource {
  readonly urdf: () => string | null
  readonly file: (uri: string) => Effect.Effect<AssetBytes | null>
}

/** One sync at the bridge: the files that were asked for, and those that they name. */
export class AssetRun {
  readonly target: UploadTarget
  isWorking = false
  done = 0
  readonly failed: Array<AssetFailure> = []
  private isSpent = false
  private hasUrdf = false
  private readonly queue: Array<string> = []
  private readonly seen = new Set<string>()
  private readonly source: AssetSource

  constructor(target: UploadTarget, source: AssetSource) {
    this.target = target
    this.source = source
  }

  /** The URDF counts, and so does what was found on the way. */
  get total(): number {
    return this.seen.size + 1
  }

  add(uris: ReadonlyArray<string>): void {
    for (const uri of uris) {
      if (this.seen.has(uri) || this.seen.size >= mostFiles) continue
      this.seen.add(uri)
      this.queue.push(uri)
    }
  }

  /** Uploads until nothing is left. */
  readonly work: Effect.Effect<void> = Effect.suspend(() => {
    const next = this.hasUrdf ? this.queue.shift() : urdfName
    if (next === undefined || this.isSpent) return Effect.void
    // One file that cannot be read does not end the sync.
    const one = Effect.catchDefect(this.hasUrdf ? this.one(next) : this.urdf(), (defect) =>
      Effect.andThen(
        Effect.logWarning(`${next} could not be read`, defect),
        Effect.sync(() => this.fail(next, "unresolvable"))
      )
    )
    this.hasUrdf = true
    return Effect.andThen(
      Effect.ensuring(
        one,
        Effect.sync(() => this.done++)
      ),
      this.work
    )
  })

  private urdf(): Effect.Effect<void> {
    const text = this.source.urdf()
    if (text === null) return Effect.sync(() => this.fail(urdfName, "unresolvable"))
    return this.send("urdf", urdfName, Buffer.from(text))
  }

  private one(uri: string): Effect.Effect<void> {
    const kind = kindOf(uri)
    if (!isAssetName(kind, uri)) return Effect.sync(() => this.fail(uri, "unresolvable"))
    return Effect.flatMap(this.source.file(uri), (bytes) => {
      if (bytes === null) return Effect.sync(() => this.fail(uri, "unresolvable"))
      if (sizeOf(bytes) > maxAssetBytes) return Effect.sync(() => this.fail(uri, "too_large"))
      return Effect.andThen(this.find(uri, bytes), this.send(kind, uri, bytes))
    })
  }

  /** Adds what a file names. */
  private find(uri: string, bytes: AssetBytes): Effect.Effect<void> {
    if (!mayName(uri) || sizeOf(bytes) > largestRead) return Effect.void
    return Effect.map(bytesOf(bytes), (whole) => {
      for (const reference of referencesOf(uri, whole)) {
        const found = resolveReference(uri, reference)
        if (found === null) this.fail(reference, "refused")
        else this.add([found])
      }
    })
  }

  private send(kind: AssetKind, name: string, bytes: AssetBytes): Effect.Effect<void> {
    return Effect.catch(sendAsset(this.target, { kind, name, bytes }), (refusal: NotTaken) =>
      Effect.sync(() => {
        this.isSpent = refusal.isSpent
        this.fail(name, refusal.kind, refusal.details)
      })
    )
  }

  private fail(reference: string, kind: AssetFailure["kind"], details?: AssetFailure["details"]): void {
    if (this.failed.length >= maxAssetFailures) return
    const named = [...reference].slice(0, 500).join("") || "(empty)"
    this.failed.push({ reference: named, kind, ...(details === undefined ? {} : { details }) })
  }
}
