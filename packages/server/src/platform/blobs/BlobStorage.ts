import { Context, Data, type Effect, type Option, type Scope, type Stream } from "effect"

/** The body ended before its time, or is longer than it may be: `size` bytes had come by then. */
export class BlobRefused extends Data.TaggedError("BlobRefused")<{
  readonly why: "broken_off" | "too_large"
  readonly size: number
}> {}

/** Bytes that are stored, and not yet under their name. They are gone when their scope closes, unless they were kept. */
export interface ReceivedBlob {
  /** 64 lowercase hexadecimal digits. */
  readonly sha256: string
  readonly size: number
  /** The first bytes, `edgeBytes` at most. */
  readonly head: Uint8Array
  /** The last bytes, as many. */
  readonly tail: Uint8Array
  /** All bytes. Only for what is known to be small. */
  readonly bytes: Effect.Effect<Uint8Array>
  /** Puts the bytes under their SHA-256, in place of the same ones where there are any. May be done more than once. */
  readonly keep: Effect.Effect<void>
}

/** A part of a blob: both ends count, from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface ListedBlob {
  readonly sha256: string
  readonly size: number
}

/**
 * Small files, each under a name that its writer gives it: 2 to 64 of a-z, 0-9 and `-`. What is put replaces what stands, whole
 * or not at all. A power cut may leave less than was put, or nothing: a reader has to be able to tell.
 */
export interface NamedBlobs {
  /** The parts one after the other. Two puts of one name at a time have no order. */
  readonly put: (name: string, parts: ReadonlyArray<Uint8Array>) => Effect.Effect<void>
  /** None where there is no such file. */
  readonly read: (name: string) => Effect.Effect<Option.Option<Uint8Array>>
  /** The first bytes of a file, so many at most, and how many it has in all. None where there is no such file. */
  readonly head: (
    name: string,
    most: number
  ) => Effect.Effect<Option.Option<{ readonly bytes: Uint8Array; readonly size: number }>>
  /** How many bytes a file has; 0 where there is none. */
  readonly size: (name: string) => Effect.Effect<number>
  readonly remove: (name: string) => Effect.Effect<void>
  /** The names of all, some at a time. */
  readonly list: Stream.Stream<ReadonlyArray<string>>
}

/** How many bytes of either end of a body are held, to tell what it is. */
export const edgeBytes = 64

/**
 * Where files are kept: large ones each under the SHA-256 of its bytes, small ones under names. Who may delete what is decided
 * by its callers' tables.
 */
export class BlobStorage extends Context.Service<
  BlobStorage,
  {
    /**
     * Takes a body in, in constant memory. Room for a body that is announced to have `maxBytes` is kept from the beginning;
     * of another one, whose end is unknown, for the bytes that come next.
     */
    readonly receive: <E>(
      body: Stream.Stream<Uint8Array, E>,
      maxBytes: number,
      size: "announced" | "unknown"
    ) => Effect.Effect<ReceivedBlob, BlobRefused, Scope.Scope>
    /** None where there are no such bytes. The stream fails where they end before their time. */
    readonly read: (
      sha256: string,
      range?: ByteRange
    ) => Effect.Effect<Option.Option<Stream.Stream<Uint8Array, Error>>, never, Scope.Scope>
    readonly remove: (sha256: string) => Effect.Effect<void>
    /** All that are kept, some at a time. */
    readonly list: Stream.Stream<ReadonlyArray<ListedBlob>>
    /** Deletes what was begun before, and neither kept nor let go: a process was killed. Answers how many. */
    readonly removeUnfinished: (before: Date) => Effect.Effect<number>
    readonly named: NamedBlobs
  }
>()("@fleet/server/BlobStorage") {}

/** The folders of a blob below the root: `ab/cd/abcd…`. */
export const blobPath = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
