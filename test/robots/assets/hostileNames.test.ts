import { assert, describe, it, layer } from "@effect/vitest"
import { packageFile } from "@fleet/bridge/engine/assets/packageFiles"
import { resolveReference } from "@fleet/bridge/engine/assets/references"
import { randomNumbers } from "@fleet/bridge/simulator/RandomNumbers"
import { foldedUri, isAssetName, packagePath } from "@fleet/domain/assets/assetNames"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect } from "effect"
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve, sep } from "node:path"
import { temporaryFolder } from "../../support/Temporary.ts"
import { aRobotWithFiles, AssetsApp, unfinished, upload } from "./world.ts"

const pieces = [
  ..."/ // \\ . .. ... ~ : ? # & % %% %2e %2E%2e %252e%252e %2f %5c %00 \0 \n \u2028 \u202e \ud800 ．． ．． ‥ é é CON".split(
    " "
  ),
  ..."a.stl secret.stl link.stl up.stl rover meshes share etc passwd C: package:// file:/// file:// http:// model://".split(
    " "
  ),
  "",
  " ",
  "x".repeat(260)
]
const starts = ["package://rover/", "package://rover/meshes/", "file:///opt/share/rover/", "file:///", "package://", ""]

/** Names that somebody would try, the same ones each time. */
const names = (count: number): ReadonlyArray<string> => {
  const random = randomNumbers(7)
  const pick = <A>(from: ReadonlyArray<A>): A => from[Math.floor(random() * from.length)]!
  return Array.from({ length: count }, () => {
    const joint = pick(["/", "/", ""])
    const parts = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(pieces))
    return pick(starts) + parts.join(joint)
  })
}

const hostile = names(10_000)

describe("a name of a file that somebody made up", () => {
  it("is refused, or stays in its package however it is resolved", () => {
    const root = resolve("/", "store", "rover")
    let taken = 0
    for (const name of hostile) {
      if (!isAssetName("mesh", name)) continue
      taken++
      const path = packagePath(name)!
      for (const each of [path, decodeURIComponent(path), decodeURIComponent(path).normalize("NFC")]) {
        assert.isTrue(resolve(root, each).startsWith(root + sep), name)
        assert.notMatch(each, /[\\\p{Cc}]/u, name)
      }
    }
    assert.isAbove(taken, 100)
    assert.isBelow(taken, 9_000)
  })

  it("leads no further when a file refers to it", () => {
    for (const name of hostile) {
      const found = resolveReference("package://rover/meshes/arm/a.dae", name)
      if (found === null || /^(?:package|file):\/\//.test(name)) continue
      assert.match(found, /^package:\/\/rover\//)
      assert.notInclude(found.split("/"), "..", name)
    }
  })

  it.live(
    "leads a bridge to no file outside of its packages",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const meshes = join(folder, "ros/share/rover/meshes")
        mkdirSync(meshes, { recursive: true })
        for (const place of [folder, join(folder, "ros"), join(folder, "ros/share")]) {
          for (const name of ["secret.stl", "a.stl", "passwd"]) writeFileSync(join(place, name), "secret")
        }
        writeFileSync(join(meshes, "a.stl"), "solid")
        symlinkSync(join(folder, "secret.stl"), join(meshes, "link.stl"))
        symlinkSync("../../..", join(meshes, "up.stl"))
        let found = 0
        for (const name of [...hostile, "package://rover/meshes/a.stl"]) {
          const file = yield* Effect.promise(() => packageFile(name, [join(folder, "ros")]))
          if (file === null) continue
          found++
          assert.strictEqual(file.path, join(meshes, "a.stl"), name)
        }
        assert.isAbove(found, 0)
      }).pipe(Effect.scoped),
    60_000
  )
})

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })("a store of files", (it) => {
  it.effect("has nothing but digests below its folder, whatever files are named", () =>
    Effect.gen(function* () {
      const { begin, list } = yield* aRobotWithFiles()
      const request = yield* begin
      const { dataFolder } = yield* Settings
      const outside = () => readdirSync(dataFolder).filter((name) => name !== "blobs")
      const before = outside()
      const sendable = hostile.filter((name) => name.isWellFormed()).slice(0, 300)
      const answers = yield* Effect.forEach(sendable, (name) =>
        Effect.map(upload(request, { name, bytes: name }), ({ status }) => status)
      )
      assert.isTrue(answers.every((status) => status === 201 || status === 400))
      const taken = sendable.filter((_, at) => answers[at] === 201)
      const stored = (yield* list).body.assets.map(({ name }: { readonly name: string }) => name)
      assert.sameMembers(stored, [...new Set(taken.map((name) => foldedUri(name)))])
      const paths = readdirSync(join(dataFolder, "blobs"), { recursive: true, withFileTypes: true })
      for (const entry of paths) if (entry.isFile()) assert.match(entry.name, /^[0-9a-f]{64}$/)
      assert.deepStrictEqual(outside(), before)
      assert.deepStrictEqual(yield* unfinished, [])
    })
  )
})
