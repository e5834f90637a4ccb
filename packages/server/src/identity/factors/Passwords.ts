import { Context, Effect, Layer, Redacted, Semaphore } from "effect"
import { randomBytes, timingSafeEqual } from "node:crypto"
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
 * sign-ins does not delay sockets.
 */
export class Passwords extends Context.Service<
  Passwords,
  {
    readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>
    /** Stored for an account whose password was lost: no password matches it. */
    readonly lost: Effect.Effect<string>
    /** Takes as long for an account without a hash (null), and refuses it. */
    readonly verify: (password: Redacted.Redacted, hash: string | null) => Effect.Effect<boolean>
  }
>()("@fleet/server/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const { passwordConcurrency, passwordCost: cost } = yield* Settings
      const few = Semaphore.withPermits(yield* Semaphore.make(passwordConcurrency), 1)
      const hashing = yield* makeWorkerProcess<Derivation, Uint8Array>(
        new URL("./passwordProcess.ts", import.meta.url),
        { UV_THREADPOOL_SIZE: String(passwordConcurrency) }
      )
      /** No password has this hash: it only keeps an unknown account as slow as a known one. */
      const nobody: Phc = { ...cost, salt: Buffer.alloc(16, 7), tag: Buffer.alloc(tagLength) }
      const derive = (password: Redacted.Redacted, { memory, parallelism, passes, salt, tag }: Phc) =>
        few(
          hashing({
            message: Redacted.value(password),
            nonce: salt,
            parallelism,
            tagLength: tag.length,
            memory,
            passes
          })
        )

      return Passwords.of({
        hash: Effect.fn("Passwords.hash")(function* (password) {
          const fresh: Phc = { ...cost, salt: randomBytes(16), tag: Buffer.alloc(tagLength) }
          return format({ ...fresh, tag: Buffer.from(yield* derive(password, fresh)) })
        }),
        lost: Effect.sync(() => format({ ...cost, salt: randomBytes(16), tag: randomBytes(tagLength) })),
        verify: Effect.fn("Passwords.verify")(function* (password, hash) {
          const stored = hash === null ? nobody : parse(hash)
          const derived = yield* derive(password, stored)
          return timingSafeEqual(derived, stored.tag) && hash !== null
        })
      })
    })
  )
}
