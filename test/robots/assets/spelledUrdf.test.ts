import { assert, layer } from "@effect/vitest"
import { parseXml } from "@rgrove/parse-xml"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { eventually } from "../jobs/world.ts"
import { aRobotWithFiles, AssetsApp, progress, upload, urdfOf, wheel } from "./world.ts"

const declared = '<?xml version="1.0"?>'
const body = (inner = "") => `<robot name="r">\n${inner}\n<link name="a"/></robot>`
const mesh = `<mesh filename="${wheel}"/>`

/** What readers of URDFs take, and readers of XML do not. */
const bent: Readonly<Record<string, readonly [sent: string, served: string]>> = {
  "a comment before the declaration": [
    `<!-- made by hand -->\n${declared}\n${body()}`,
    `<!-- made by hand -->\n\n${body()}`
  ],
  "an empty line before the declaration": [`\n${declared}\n${body()}`, `\n\n${body()}`],
  "blanks before the declaration": [`  ${declared}${body()}`, `  ${body()}`],
  "a version 0.0": [`<?xml version="0.0"?>\n${body()}`, `${declared}\n${body()}`],
  "a version without quotes": [`<?xml version=1.0 ?>\n${body()}`, `${declared}\n${body()}`],
  "another encoding than its own": [
    `<?xml version="1.0"\n encoding="latin-1"?>${body("ä")}`,
    `${declared}\n${body("ä")}`
  ],
  "a second declaration": [`${declared}\n${body(declared)}`, `${declared}\n${body()}`],
  "hyphens in a comment": [body("<!-- a -- b --- c -->"), body("<!-- a - - b - - - c -->")],
  "a comment of hyphens": [body("<!------\n--->"), body("<!--- - - -\n- -->")],
  "an ampersand": [
    body('<link name="a & b" c="&amp;&x y"/> & '),
    body('<link name="a &amp; b" c="&amp;&amp;x y"/> &amp; ')
  ],
  "a < in an attribute": [body('<link name="a<b"/>'), body('<link name="a&lt;b"/>')]
}

/** What no reader takes, with the line. */
const broken: Readonly<Record<string, readonly [bytes: string | Uint8Array, line: number]>> = {
  "a tag that is not closed": [`${declared}\n<robot>\n<link>\n</robot>`, 4],
  "an attribute twice": [`<robot>\r\n\r\n<link a="1" a="2"/></robot>`, 3],
  "another root": [`<!-- a\r-->\n<model/>`, 3],
  nothing: ["", 1],
  "no end": ["<robot>", 1],
  "a document type": ["<robot>\n</robot>\n<!DOCTYPE robot>", 3],
  "no UTF-8": [Buffer.from("<robot>\n\xff</robot>", "latin1"), 2],
  "a control character": ["<robot>\n\u0001</robot>", 2],
  "a name that is too long": [`<robot>\n\n<mesh filename="${"x".repeat(501)}"/></robot>`, 3],
  "an entity that nobody declares": ["<robot>\n&nbsp;</robot>", 2]
}

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })("a URDF that is not well formed", (it) => {
  for (const [what, [sent, served]] of Object.entries(bent)) {
    it.effect(`a URDF with ${what} is taken, kept as it came, and served well formed`, () =>
      Effect.gen(function* () {
        const { as, begin, bridge, path, status } = yield* aRobotWithFiles()
        const request = yield* begin
        const bytes = sent.replace("</robot>", `${mesh}</robot>`)
        const stored = yield* upload(request, { kind: "urdf", name: "robot_description", bytes })
        assert.strictEqual(stored.status, 201, JSON.stringify(stored.body))
        assert.strictEqual(stored.body.size_bytes, Buffer.byteLength(bytes))
        yield* upload(request, { name: wheel, bytes: "solid" })
        progress(bridge, request.sync_id, 2, 2)
        const ended = yield* eventually(status(request.sync_id), ({ body }) => body.state !== "running")
        assert.deepInclude(ended.body, { state: "succeeded", reason: null, failed: [] })

        const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
        const text = (route: string) =>
          Effect.promise(async () =>
            (await fetch(`${base}${path}${route}`, { headers: { authorization: `Bearer ${as}` } })).text()
          )
        assert.strictEqual(yield* text(`/assets/${stored.body.id}`), bytes)
        const answered = yield* text("/urdf")
        const [, address] = /<mesh filename="([^"]+)"/.exec(answered)!
        assert.match(address!, /\/assets\/[0-9a-f-]{36}$/)
        assert.strictEqual(answered.replace(address!, wheel), served.replace("</robot>", `${mesh}</robot>`))
        assert.strictEqual(parseXml(answered).root!.name, "robot")
      })
    )
  }

  it.effect("a URDF that is refused says line and cause, in the answer and in the sync", () =>
    Effect.gen(function* () {
      const { begin, bridge, status } = yield* aRobotWithFiles([])
      for (const [what, [bytes, line]] of Object.entries(broken)) {
        const request = yield* begin
        const refused = yield* upload(request, { kind: "urdf", name: "robot_description", bytes })
        assert.deepStrictEqual([refused.status, refused.body.code], [400, "bad_request"], what)
        assert.match(refused.body.message, new RegExp(`^The URDF cannot be read. Line ${line}: \\S.+\\.$`), what)
        // A bridge that says nothing of the refusal, and one that does in its own words.
        const failed = line === 1 ? [] : [{ reference: "robot_description", kind: "refused" } as const]
        progress(bridge, request.sync_id, 1, 1, "finished", failed)
        const ended = yield* eventually(status(request.sync_id), ({ body }) => body.state !== "running")
        assert.strictEqual(ended.body.state, "failed", what)
        assert.strictEqual(ended.body.reason, `files_failed: robot_description: ${refused.body.message}`)
        assert.deepStrictEqual(ended.body.failed, [
          { reference: "robot_description", kind: "refused", message: refused.body.message }
        ])
      }
    })
  )

  it.effect("a URDF that comes after one that was refused ends the sync well", () =>
    Effect.gen(function* () {
      const { begin, bridge, status } = yield* aRobotWithFiles([])
      const request = yield* begin
      yield* upload(request, { kind: "urdf", name: "robot_description", bytes: "<robot>" })
      yield* upload(request, { kind: "urdf", name: "robot_description", bytes: urdfOf() })
      progress(bridge, request.sync_id, 1, 1)
      const ended = yield* eventually(status(request.sync_id), ({ body }) => body.state !== "running")
      assert.deepInclude(ended.body, { state: "succeeded", reason: null })
    })
  )
})
