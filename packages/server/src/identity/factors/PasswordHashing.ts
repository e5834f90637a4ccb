import { Context, Effect, Layer, Semaphore } from "effect"
import { makeWorkerProcess } from "../../platform/process/WorkerProcess.ts"
import { Settings } from "../../platform/settings/Settings.ts"

/** What argon2id is asked for; memory in KiB, `tagLength` in bytes. */
export interface Derivation {
  readonly message: string
  readonly nonce: Uint8Array
  readonly parallelism: number
  readonly tagLength: number
  readonly memory: number
  readonly passes: number
}

/** A separate process that hashes passwords, so that a burst of sign-ins does not delay sockets. */
export class PasswordHashing extends Context.Service<
  PasswordHashing,
  { readonly derive: (derivation: Derivation) => Effect.Effect<Uint8Array> }
>()("@fleet/server/PasswordHashing") {
  static readonly layer = Layer.effect(
    PasswordHashing,
    Effect.gen(function* () {
      const { passwordConcurrency } = yield* Settings
      const few = Semaphore.withPermits(yield* Semaphore.make(passwordConcurrency), 1)
      const derive = yield* makeWorkerProcess<Derivation, Uint8Array>(
        new URL("./passwordProcess.ts", import.meta.url),
        {
          UV_THREADPOOL_SIZE: String(passwordConcurrency)
        }
      )
      return PasswordHashing.of({ derive: (derivation) => few(derive(derivation)) })
    })
  )
}
