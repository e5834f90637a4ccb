import type { AtCapacity } from "@fleet/domain/Errors"
import type { AppId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Random, Redacted, type Scope } from "effect"
import { randomBytes, timingSafeEqual } from "node:crypto"
import { comeBackLater } from "../../platform/http/comeBackLater.ts"
import { requestingAddress } from "../../platform/http/requestingAddress.ts"
import { FairLine } from "../../platform/limits/FairLine.ts"
import { Settings } from "../../platform/settings/Settings.ts"
import { makeWorkerProcess } from "../../platform/process/WorkerProcess.ts"

/** What argon2id is asked for; memory in KiB, `tagLength` in bytes. */
export interface Derivation {
  readonly message: string
  readonly nonce: Uint8Array
  readonly parallelism: number
  readonly tagLength: number
  readonly memory: number
  readonly passes: number
}

const tagLength = 32

/** How many passwords wait for a place, of one app and in all. */
export const maxWaitingPasswords = { app: 100, all: 400 }

type Derive = (derivation: Derivation) => Effect.Effect<Uint8Array>

/** Works passwords out, as many at a time as it is asked: a process of its own beside this one. */
export const PasswordWork = Context.Reference<(concurrency: number) => Effect.Effect<Derive, never, Scope.Scope>>(
  "@fleet/server/PasswordWork",
  {
    defaultValue: () => (concurrency) =>
      makeWorkerProcess<Derivation, Uint8Array>(new URL("./passwordProcess.ts", import.meta.url), {
        UV_THREADPOOL_SIZE: String(concurrency)
      })
  }
)

interface Phc {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Buffer
  readonly tag: Buffer
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "")

const format = ({ memory, parallelism, passes, salt, tag }: Phc) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

const parse = (text: string): Phc => {
  const match = phcPattern.exec(text)
  if (match === null) throw new Error("a stored password hash is not an argon2id PHC string")
  const [, memory, passes, parallelism, salt, tag] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt!, "base64"),
    tag: Buffer.from(tag!, "base64")
  }
}

/**
 * Passwords as argon2id hashes (PHC strings), worked out a few at a time by a process of their own, so that a burst of
 * sign-ins does not delay sockets. Apps share the few places fairly, and within an app the addresses that requests come
 * from do: a burst of one app does not delay the sign-ins of others. `app` is undefined where the request names none that
 * exists.
 */
export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: Redacted.Redacted, app?: AppId) => Effect.Effect<string, AtCapacity>
    /** Stored for an account whose password was lost: no password matches it. */
    readonly lost: Effect.Effect<string>
    /** Takes as long for an account without a hash (null), and refuses it. */
    readonly verify: (
      password: Redacted.Redacted,
      hash: string | null,
      app?: AppId
    ) => Effect.Effect<boolean, AtCapacity>
    /** How many passwords are being worked out, and how many wait. */
    readonly size: Effect.Effect<{ readonly running: number; readonly waiting: number }>
  }
>()("@fleet/server/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { passwordConcurrency, passwordCost: cost } = settings
      const random = yield* Random.Random
      const line = new FairLine({ places: passwordConcurrency, waiting: maxWaitingPasswords }, () =>
        comeBackLater(random.nextDoubleUnsafe())
      )
      const hashing = yield* (yield* PasswordWork)(passwordConcurrency)
      const shareOf = Effect.fnUntraced(function* (app: AppId | undefined) {
        const address = yield* Effect.provideService(requestingAddress, Settings, settings)
        return { app: app ?? "", address: address ?? "" }
      })
      /** No password has this hash: it only keeps an unknown account as slow as a known one. */
      const nobody: Phc = { ...cost, salt: Buffer.alloc(16, 7), tag: Buffer.alloc(tagLength) }
      const derive = Effect.fnUntraced(function* (
        password: Redacted.Redacted,
        { memory, parallelism, passes, salt, tag }: Phc,
        app: AppId | undefined
      ) {
        const message = Redacted.value(password)
        const work = hashing({ message, nonce: salt, parallelism, tagLength: tag.length, memory, passes })
        return yield* line.run(yield* shareOf(app), work)
      })

      return Passwords.of({
        size: Effect.sync(() => line.size),
        hash: Effect.fn("Passwords.hash")(function* (password, app) {
          const fresh: Phc = { ...cost, salt: randomBytes(16), tag: Buffer.alloc(tagLength) }
          return format({ ...fresh, tag: Buffer.from(yield* derive(password, fresh, app)) })
        }),
        lost: Effect.sync(() => format({ ...cost, salt: randomBytes(16), tag: randomBytes(tagLength) })),
        verify: Effect.fn("Passwords.verify")(function* (password, hash, app) {
          const stored = hash === null ? nobody : parse(hash)
          const derived = yield* derive(password, stored, app)
          return timingSafeEqual(derived, stored.tag) && hash !== null
        })
      })
    })
  )
}
