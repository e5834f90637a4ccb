import { Ffmpeg } from "@fleet/bridge/engine/cameras/Ffmpeg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const script = `#!/bin/sh
echo "$1" >> "$0.asked"
while [ ! -e "$0.go" ]; do sleep 0.05; done
case "$1" in
  -version) echo "ffmpeg version 6.0" ;;
  *) echo " libx264 " ;;
esac
`

describe("the search for ffmpeg", () => {
  it.live("goes on when its caller gives up, and is made once", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "fleet-ffmpeg-"))),
        (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
      )
      const path = join(folder, "ffmpeg")
      yield* Effect.promise(() => writeFile(path, script).then(() => chmod(path, 0o755)))
      const asked = Effect.promise(() => readFile(`${path}.asked`, "utf8").catch(() => ""))
      yield* Effect.gen(function* () {
        const { find } = yield* Ffmpeg
        const impatient = yield* Effect.forkChild(find, { startImmediately: true })
        const isAsked = Effect.filterOrFail(asked, (text) => text !== "")
        yield* Effect.retry(isAsked, { schedule: Schedule.spaced("20 millis"), times: 1000 })
        yield* Fiber.interrupt(impatient)
        const patient = yield* Effect.forkChild(find, { startImmediately: true })
        yield* Effect.promise(() => writeFile(`${path}.go`, ""))
        assert.deepInclude(yield* Fiber.join(patient), { path, version: "6.0" })
        const questions = (yield* asked).trim().split("\n")
        assert.lengthOf(
          questions.filter((question) => question === "-version"),
          1
        )
      }).pipe(Effect.provide(Ffmpeg.layer(path)))
    })
  )
})
