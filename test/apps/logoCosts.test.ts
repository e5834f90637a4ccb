import { assert, describe, it } from "@effect/vitest"
import { svgFault } from "@fleet/server/apps/logos/svg"
import { svg } from "./logoImages.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const ofText = (text: string) => svgFault(bytes(text))

const group = (inside: string, level: number) => `<g id="l${level}">${inside}</g>`

/** Ten levels, each of which draws the one below ten times; `part` is how it draws the lowest. */
const grown = (level: (inside: string, level: number) => string, part: string): string =>
  Array.from({ length: 10 }, (_, below) => level(part.replace("0", String(below)).repeat(10), below + 1)).join("") +
  '<rect id="l0"/>'

/** Small files that stand for endless drawings. */
const endless: Readonly<Record<string, string>> = {
  "a use of itself": svg('<g id="a"><use href="#a"/></g>'),
  "uses in a circle": svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
  "ten to the tenth": svg(
    Array.from({ length: 10 }, (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`).join(
      ""
    ) + '<rect id="l0"/>'
  ),
  "ten to the tenth behind ids that stand twice": svg(
    grown((inside, level) => `<g><g id="l${level}">${inside}</g></g><rect id="l${level}"/>`, '<use href="#l0"/>')
  ),
  "ten to the tenth by encoded references": svg(grown(group, '<use href="#%6C0"/>')),
  "ten to the tenth of patterns": svg(
    grown((inside, level) => `<pattern id="l${level}">${inside}</pattern>`, '<rect fill="url(#l0)"/>')
  ),
  "ten to the tenth of masks in styles": svg(
    grown((inside, level) => `<mask id="l${level}">${inside}</mask>`, `<rect style="mask:url( '#l0' )"/>`)
  ),
  "ten to the tenth of filter images": svg(
    grown(
      (inside, level) => `<filter id="f${level}">${inside}</filter><g id="l${level}" filter="url(#f${level})"/>`,
      '<feImage href="#l0"/>'
    )
  ),
  "a pattern of itself": svg('<pattern id="a"><rect fill="url(#a)"/></pattern>'),
  "a chain of thousands": svg(Array.from({ length: 3500 }, (_, at) => `<use id="a${at}" href="#a${at + 1}"/>`).join(""))
}

describe("the cost of an SVG logo", () => {
  for (const [name, text] of Object.entries(endless)) {
    it(`an SVG logo is refused as too costly: ${name}`, () => assert.isString(ofText(text)))
  }

  it("an SVG logo with one mask for many shapes costs little", () => {
    const shapes = '<rect mask="url(#m)"/>'.repeat(1000)
    assert.isNull(ofText(svg(`<mask id="m"><rect/></mask>${shapes}<g fill="url(#none)" filter="url(#%)"/>`)))
  })

  it("an SVG logo that is cut off or has a bit changed is answered, not thrown at", () => {
    const whole = bytes(
      svg(
        '<style><![CDATA[.a{fill:#123}]]></style><!-- by hand --><title>R&amp;D &#x2764;</title><use xlink:href="#p"/>' +
          `<g id="p"><rect style='fill:url("#a");opacity:calc(1/2)' x="1"/></g>`
      )
    )
    for (let length = 0; length < whole.length; length++) assert.isString(svgFault(whole.subarray(0, length)))
    for (let bit = 0; bit < whole.length * 8; bit += 5) {
      const changed = Uint8Array.from(whole)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      assert.doesNotThrow(() => svgFault(changed))
    }
  })

  it("an SVG logo is read in time linear in its length", () => {
    const most = 90_000
    const style = (css: string) => svg(`<rect style="${css}"/>`)
    const named = Array.from({ length: 3000 }, (_, at) => `xmlns:a${at}="u"`).join(" ")
    const long = [
      style("a".repeat(most)),
      style("-".repeat(most)),
      style("a(".repeat(most / 2)),
      style(`fill:url(data:image/png;base64,${"A".repeat(most)})`),
      style("url(".repeat(most / 4)),
      style(`url(${" ".repeat(most)}`),
      style("behavior ".repeat(most / 9)),
      svg(`<path d="${"m".repeat(most)}"/>`),
      svg("<g/>".repeat(most / 8), named),
      svg(Array.from({ length: 90 }, (_, at) => `<g xmlns:b${at}="u">`).join("") + "<g/>".repeat(most / 8), named),
      svg(`<rect${" ".repeat(most)}x/>`),
      svg(`<text>${"&".repeat(most)}</text>`),
      svg(`<text>${"\r".repeat(most)}</text>`),
      svg(`<text>${"&#13;".repeat(most / 5)}</text>`),
      svg(`<text>${"]]".repeat(most / 2)}</text>`),
      svg(`<!--${"- ".repeat(most / 2)}-->`),
      svg(`<rect class="${"java ".repeat(most / 5)}"/>`),
      svg(`<rect fill="${"url(#a) ".repeat(most / 8)}"/>`)
    ]
    // What would be tried from each of its characters takes minutes for all of these.
    for (const text of long) assert.doesNotThrow(() => ofText(text))
  })
})
