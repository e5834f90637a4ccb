import { assert, layer } from "@effect/vitest"
import { Passwords } from "@fleet/server/identity/factors/Passwords"
import { passwordCost, Settings } from "@fleet/server/platform/settings/Settings"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { execFileSync } from "node:child_process"
import { getPriority } from "node:os"

layer(Passwords.layer.pipe(Layer.provide(Settings.layerTest({ passwordCost }))), { excludeTestServices: true })(
  "a password",
  (it) => {
    const secret = Redacted.make("correct horse battery")

    it.effect("a password is kept as argon2id with 19 MiB, two passes and one lane, salted", () =>
      Effect.gen(function* () {
        const passwords = yield* Passwords
        const [one, two] = yield* Effect.all([passwords.hash(secret), passwords.hash(secret)])
        assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
        assert.notStrictEqual(one, two)
      })
    )

    it.effect("a password is not equal to another, or to none", () =>
      Effect.gen(function* () {
        const passwords = yield* Passwords
        const hash = yield* passwords.hash(secret)
        assert.isTrue(yield* passwords.verify(secret, hash))
        assert.isFalse(yield* passwords.verify(Redacted.make("correct horse batterz"), hash))
        assert.isFalse(yield* passwords.verify(secret, null))
      })
    )

    it.effect("a password is checked by the costs it was hashed with", () =>
      Effect.gen(function* () {
        const passwords = yield* Passwords
        // Made by the reference implementation: argon2id, m=256, t=1, p=1, salt "somesalt".
        const reference = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
        assert.isTrue(yield* passwords.verify(Redacted.make("password"), reference))
      })
    )
  }
)

/** The processes that hash for this one. */
const hashers = () =>
  execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("passwordProcess"))
    .map((line) => Number(line.trim().split(" ")[0]))

const isLinux = process.platform === "linux"

layer(Layer.empty, { excludeTestServices: true, timeout: "30 seconds" })("the process that hashes passwords", (it) => {
  const one = Layer.fresh(Passwords.layer).pipe(Layer.provide(Settings.layerTest()))
  const secret = Redacted.make("correct horse battery")

  it.effect.skipIf(!isLinux)(
    "the process that hashes passwords starts with the first password, has low priority, is replaced, and exits",
    () =>
      Effect.gen(function* () {
        const before = hashers()
        const [first, second] = yield* Effect.scoped(
          Effect.gen(function* () {
            const passwords = Context.get(yield* Layer.build(one), Passwords)
            assert.deepStrictEqual(hashers(), before)
            const hash = yield* passwords.hash(secret)
            const first = hashers().find((pid) => !before.includes(pid))
            assert.strictEqual(getPriority(first!), 10)
            yield* Effect.promise(
              () =>
                new Promise<void>((resume) => {
                  process.kill(first!, "SIGKILL")
                  const gone = setInterval(() => {
                    if (hashers().includes(first!)) return
                    clearInterval(gone)
                    resume()
                  }, 10)
                })
            )
            const again = yield* Effect.retry(Effect.sandbox(passwords.verify(secret, hash)), { times: 5 })
            assert.isTrue(again)
            const second = hashers().find((pid) => !before.includes(pid))
            assert.notStrictEqual(second, first)
            return [first!, second!] as const
          })
        )
        const left = Effect.sync(() => hashers().filter((pid) => pid === first || pid === second))
        yield* Effect.repeat(left, { until: (pids) => pids.length === 0, schedule: Schedule.spaced("20 millis") })
      })
  )
})
