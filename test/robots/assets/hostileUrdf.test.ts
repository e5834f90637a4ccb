import { assert, describe, it } from "@effect/vitest"
import { armUrdf } from "@fleet/bridge/simulator/arm/urdf"
import { randomNumbers } from "@fleet/bridge/simulator/RandomNumbers"
import { isFault, type ScannedUrdf, scanUrdf } from "@fleet/domain/assets/scanUrdf"
import { readUrdf, rewriteUrdf } from "@fleet/server/robots/assets/urdf/readUrdf"
import { readJoints } from "../../../packages/client-sdk/src/urdf.ts"
import { many } from "../../support/effort.ts"
import { paint, urdfOf, wheel } from "./world.ts"

const pieces = [
  ..."< > </ /> <!-- --> <![CDATA[ ]]> <? ?> <!DOCTYPE <robot> </robot> <mesh <texture <joint <limit & &amp; &#x41; &#1114112;".split(
    " "
  ),
  ...' \' " = filename= filename=\'a\' \tfilename\n=\n"b" name="x" type=\'revolute\' lower="1e999" \0 \ud800 \u2028'.split(
    " "
  ),
  " "
]

/** URDFs with something cut out, put in or moved, the same ones each time. */
const mutants = (count: number): ReadonlyArray<string> => {
  const random = randomNumbers(11)
  const below = (limit: number) => Math.floor(random() * limit)
  const whole = [urdfOf(wheel, paint), armUrdf, "<robot name='r'/>", ""]
  return Array.from({ length: count }, () => {
    let text = whole[below(whole.length)]!
    for (let change = 1 + below(6); change > 0; change--) {
      const at = below(text.length + 1)
      const end = random() < 0.5 ? at : Math.min(text.length, at + below(40))
      text =
        text.slice(0, at) +
        (random() < 0.7 ? pieces[below(pieces.length)]! : text.slice(end - 20, end)) +
        text.slice(end)
    }
    return text
  })
}

const causeOf = (text: string) => {
  const found = scanUrdf(text)
  return isFault(found) ? found.cause : null
}

const long = (part: string) => part.repeat(Math.ceil(10_000_000 / part.length))

describe("a URDF that somebody made up", () => {
  it("is read or refused, and never breaks what reads it", () => {
    let [taken, refused] = [0, 0]
    for (const text of mutants(many)) {
      const found = scanUrdf(text)
      readJoints(text)
      if (!isFault(found)) {
        let last = 0
        for (const { end, start } of found.files) {
          assert.isTrue(start >= last && end >= start && end <= text.length, text)
          last = end
        }
      }
      const bytes = Buffer.from(text)
      const read = readUrdf(bytes)
      if ("refused" in read) {
        assert.match(read.refused, /^Line [1-9]\d*: ./)
        refused++
        continue
      }
      taken++
      assert.isFalse(isFault(found))
      // It is well formed with its own names too, and nothing else is to be mended then.
      const plain = rewriteUrdf(bytes, null)
      assert.deepStrictEqual(readUrdf(plain), read)
      assert.deepStrictEqual((scanUrdf(Buffer.from(plain).toString()) as ScannedUrdf).mends, [])
      // What is taken once is taken again with addresses in it, which are all that it names then.
      const rewritten = rewriteUrdf(bytes, (uri) => `http://cloud.example/${encodeURIComponent(uri)}?a="1"&b='2'`)
      const again = scanUrdf(Buffer.from(rewritten).toString())
      if (isFault(again)) return assert.fail(again.cause)
      assert.deepStrictEqual(again.mends, [])
      for (const { uri } of again.files) {
        assert.match(uri, /^http:\/\/cloud\.example\/[^"]*\?a="1"&b='2'$/)
      }
    }
    assert.isAbove(taken, many / 100)
    assert.isAbove(refused, many / 20)
  })

  it("is refused with any document type", () => {
    for (const type of [
      "<!DOCTYPE robot>",
      '<!DOCTYPE r [<!ENTITY a "b">]>',
      "<!ENTITY a 'b'>",
      "<!ELEMENT r ANY>",
      "<!>"
    ]) {
      for (const text of [`${type}<robot/>`, `<robot>${type}</robot>`, `<?xml version="1.0"?>\n${type}<robot/>`]) {
        assert.strictEqual(causeOf(text), "it has a document type")
        const line = text.startsWith("<?xml") ? 2 : 1
        assert.deepStrictEqual(readUrdf(Buffer.from(text)), { refused: `Line ${line}: it has a document type` })
      }
    }
  })

  it("has at most 20,000 elements, 64 deep", () => {
    const flat = (count: number) => causeOf(`<robot>${"<link/>".repeat(count - 1)}</robot>`)
    assert.isNull(flat(20_000))
    assert.strictEqual(flat(20_001), "it has too many elements")
    const deep = (levels: number) => causeOf("<a>".repeat(levels) + "</a>".repeat(levels))
    assert.isNull(deep(64))
    assert.strictEqual(deep(65), "it is nested too deeply")
  })

  // What takes the square of its length would take hours here.
  it("of 10 MB is read in the time of its length, whatever is repeated in it", () => {
    for (const text of [
      long("<"),
      long("<!--"),
      long("<!-- -->"),
      long("<a "),
      long("</"),
      long("&"),
      `${long("&")}<robot/>`,
      `${long("<!----->")}<robot/>`,
      `<robot a="${long("<")}"/>`,
      `<robot>${long("\r")}`,
      long(" filename="),
      `<mesh ${long("filename = ")}>`,
      `<mesh ${long('filename="a" ')}/>`,
      `<mesh filename="${long("&amp")}"/>`,
      `<mesh filename="${long("&")}"/>`,
      `<mesh ${long(" ")}filename="a"/>`,
      `<robot>${long("\r\n")}</robot>`,
      `<robot a="${long("<")}"/>`,
      `<joint type="revolute" name="a"${long(" a=''")}>`,
      long("<joint "),
      long("<joint '"),
      long('<joint type="revolute" name="a"><limit lower="1"/>')
    ]) {
      scanUrdf(text)
      readUrdf(Buffer.from(text))
      readJoints(text)
    }
  }, 120_000)
})
