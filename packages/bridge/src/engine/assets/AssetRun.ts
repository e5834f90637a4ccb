import {
  type AssetFailure,
  type AssetKind,
  maxAssetBytes,
  maxAssetFailures,
  maxFailureMessage,
  urdfName
} from "@fleet/domain/Assets"
import { extensionOf, foldedUri, isAssetName } from "@fleet/domain/assets/assetNames"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { type AssetBytes, type NotTaken, sendAsset, sizeOf, type UploadTarget, wordsOfError } from "./AssetSender.ts"
import { largestRead, mayName, referencesOf, resolveReference } from "./references.ts"

/** Bytes of failures in one report, which has to fit into a frame: beyond them no more are listed. */
const mostFailureBytes = 1_500_000
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
  private isSpent = false
  private hasUrdf = false
  private failureBytes = 0
  private readonly failures: Array<{ readonly uri: string; readonly failure: AssetFailure }> = []
  private readonly queue: Array<string> = []
  /** In their one spelling: whether each was asked for. The others are named by files only. */
  private readonly seen = new Map<string, boolean>()
  private readonly source: AssetSource

  constructor(target: UploadTarget, source: AssetSource) {
    this.target = target
    this.source = source
  }

  /** What did not come. A file that was asked for is never just `unavailable`. */
  get failed(): ReadonlyArray<AssetFailure> {
    return this.failures.map(({ failure, uri }) =>
      failure.kind === "unavailable" && this.seen.get(uri) === true ? { ...failure, kind: "unresolvable" } : failure
    )
  }

  /** The URDF counts, and so does what was found on the way. */
  get total(): number {
    return this.seen.size + 1
  }

  add(uris: ReadonlyArray<string>): void {
    for (const uri of uris) this.take(foldedUri(uri) ?? uri, true)
  }

  private take(uri: string, isAsked: boolean): void {
    const before = this.seen.get(uri)
    if (before === undefined && this.seen.size >= mostFiles) return
    this.seen.set(uri, isAsked || before === true)
    if (before === undefined) this.queue.push(uri)
  }

  /** Uploads until nothing is left. */
  readonly work: Effect.Effect<void> = Effect.suspend(() => {
    const next = this.hasUrdf ? this.queue.shift() : urdfName
    if (next === undefined || this.isSpent) return Effect.void
    // One file that cannot be read does not end the sync.
    const isFile = this.hasUrdf
    const read = Effect.suspend(() => (isFile ? this.one(next) : this.urdf()))
    const one = Effect.catchDefect(read, (defect) =>
      Effect.andThen(
        Effect.logWarning(`${next} could not be read`, defect),
        Effect.sync(() => this.fail(next, "unresolvable", `It could not be read: ${wordsOfError(defect)}`))
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
    if (text === null) return Effect.sync(() => this.fail(urdfName, "unresolvable", "The robot has no URDF."))
    return this.send("urdf", urdfName, Buffer.from(text))
  }

  private one(uri: string): Effect.Effect<void> {
    const kind = kindOf(uri)
    if (!isAssetName(kind, uri)) return Effect.sync(() => this.lack(uri, "It is not the URI of a file of a package."))
    return Effect.flatMap(this.source.file(uri), (bytes) => {
      if (bytes === null) return Effect.sync(() => this.lack(uri, "The robot has no such file."))
      if (sizeOf(bytes) > maxAssetBytes) {
        const words = `It has ${sizeOf(bytes)} bytes, and files have at most ${maxAssetBytes}.`
        return Effect.sync(() => this.fail(uri, "too_large", words))
      }
      return Effect.andThen(this.find(uri, bytes), this.send(kind, uri, bytes))
    })
  }

  /** Adds what a file names. */
  private find(uri: string, bytes: AssetBytes): Effect.Effect<void> {
    if (!mayName(uri) || sizeOf(bytes) > largestRead) return Effect.void
    return Effect.map(bytesOf(bytes), (whole) => {
      for (const reference of referencesOf(uri, whole)) {
        const found = resolveReference(uri, reference)
        if (found !== null) this.take(found, false)
        else this.fail(reference, "unavailable", `It lies in no package of this robot. ${uri} names it.`)
      }
    })
  }

  private send(kind: AssetKind, name: string, bytes: AssetBytes): Effect.Effect<void> {
    return Effect.catch(sendAsset(this.target, { kind, name, bytes }), (refusal: NotTaken) =>
      Effect.sync(() => {
        this.isSpent = refusal.isSpent
        this.fail(name, refusal.kind, refusal.words, refusal.details)
      })
    )
  }

  /** A file that the robot has not: it fails the sync where it was asked for. */
  private lack(uri: string, words: string): void {
    this.fail(uri, "unavailable", words)
  }

  private fail(uri: string, kind: AssetFailure["kind"], words: string, details?: AssetFailure["details"]): void {
    if (this.failures.length >= maxAssetFailures || this.failures.some((each) => each.uri === uri)) return
    const failure = {
      reference: start(uri, 500) || "(empty)",
      kind,
      message: start(words, maxFailureMessage),
      ...(details === undefined ? {} : { details })
    }
    const bytes = Buffer.byteLength(JSON.stringify(failure))
    if (this.failureBytes + bytes > mostFailureBytes) return
    this.failureBytes += bytes
    this.failures.push({ uri, failure })
  }
}

const start = (text: string, characters: number): string =>
  Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join("")
