import { assert, layer } from "@effect/vitest"
import { randomNumbers } from "@fleet/bridge/simulator/RandomNumbers"
import { AssetLinks } from "@fleet/server/robots/assets/AssetLinks"
import { Effect, Option } from "effect"
import { call } from "../../support/wire.ts"
import { aRobotWithFiles, AssetsApp, upload, wheel } from "./world.ts"

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })("a link that somebody made up", (it) => {
  it.effect("is none of ten thousand, and each is answered alike", () =>
    Effect.gen(function* () {
      const { begin } = yield* aRobotWithFiles()
      const { body: mesh } = yield* upload(yield* begin, { name: wheel, bytes: "solid" })
      const links = yield* AssetLinks
      const token = links.tokenOf(mesh, Date.now() + 60_000)
      assert.isTrue(Option.isSome(yield* links.read(token)))
      const random = randomNumbers(3)
      const bytes = Buffer.from(token, "base64url")
      const forged = Array.from({ length: 10_000 }, (_, at) => {
        const copy = Buffer.from(bytes)
        switch (at % 4) {
          case 0:
            // One bit is another one: of the asset, the robot, the end or the signature.
            copy[Math.floor(random() * copy.length)]! ^= 1 << Math.floor(random() * 8)
            return copy.toString("base64url")
          case 1:
            return copy.subarray(0, Math.floor(random() * copy.length)).toString("base64url")
          case 2:
            for (let each = 0; each < copy.length; each++) copy[each] = Math.floor(random() * 256)
            return copy.toString("base64url")
          default:
            return token + String.fromCharCode(65 + Math.floor(random() * 26)).repeat(1 + (at % 7))
        }
      })
      for (const each of forged) assert.isTrue(Option.isNone(yield* links.read(each)), each)
      const answers = new Set<string>()
      for (const each of forged.slice(0, 400)) {
        const { body, headers, status } = yield* call("GET", `/api/asset-links/${each || "x"}`)
        answers.add(JSON.stringify([status, body, headers.get("cache-control"), headers.get("content-type")]))
      }
      assert.strictEqual(answers.size, 1)
      assert.match([...answers][0]!, /^\[404,\{"code":"not_found"/)
    })
  )
})
