import { assert, describe, it } from "@effect/vitest"
import { pngFault } from "@fleet/server/apps/logos/png"
import { svgFault } from "@fleet/server/apps/logos/svg"
import { Effect, Schema } from "effect"
import { chunk, header, pixels, png, pngOf, pngSignature, svg } from "./logoImages.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const ofText = (text: string) => svgFault(bytes(text))

describe("a PNG logo", () => {
  const header8 = (...rest: ReadonlyArray<number>) => chunk("IHDR", header(2, 2, rest))
  const end = chunk("IEND")
  const data = chunk("IDAT", pixels)
  const palette = chunk("PLTE", Buffer.alloc(6))

  it("a PNG logo is accepted with the chunks that programs add", () => {
    const taken: Readonly<Record<string, Uint8Array>> = {
      plain: png(),
      words: png(chunk("tEXt", Buffer.from("Author\0Somebody")), chunk("gAMA", Buffer.alloc(4))),
      "in parts": pngOf(
        chunk("IHDR", header()),
        chunk("IDAT", pixels.subarray(0, 4)),
        chunk("IDAT", pixels.subarray(4)),
        end
      ),
      "with a palette": pngOf(header8(8, 3, 0, 0, 0), palette, data, end),
      "grey, interlaced": pngOf(header8(16, 0, 0, 0, 1), data, chunk("tIME", Buffer.alloc(7)), end),
      "a view into more bytes": new Uint8Array(Buffer.concat([Buffer.alloc(5), png()])).subarray(5)
    }
    for (const [name, image] of Object.entries(taken)) assert.isNull(pngFault(image), name)
  })

  it("a PNG logo is refused when it is no PNG, damaged, or a PNG and something else", () => {
    const script = Buffer.from("<script>alert(1)</script>")
    const wrongSum = png()
    wrongSum[wrongSum.length - 20]! ^= 1
    const longChunk = Buffer.concat([
      pngSignature,
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
      Buffer.from("IHDR"),
      header()
    ])
    const refused: Readonly<Record<string, Uint8Array>> = {
      nothing: new Uint8Array(),
      "a signature alone": pngSignature,
      "a JPEG": Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      "a GIF": Buffer.from("GIF89a"),
      HTML: Buffer.from("<!doctype html>"),
      "an SVG": Buffer.from(svg()),
      "a script after the end": Buffer.concat([png(), script]),
      "a ZIP after the end": Buffer.concat([png(), Buffer.from("PK\x03\x04")]),
      "one byte after the end": Buffer.concat([png(), Buffer.from([0])]),
      "two images": Buffer.concat([png(), png()]),
      "something before": Buffer.concat([script, png()]),
      "cut short": png().subarray(0, png().length - 1),
      "no end": pngOf(chunk("IHDR", header()), data),
      "an end with data": pngOf(chunk("IHDR", header()), data, chunk("IEND", script)),
      "no pixels": pngOf(chunk("IHDR", header()), end),
      "no header": pngOf(data, end),
      "a late header": pngOf(data, chunk("IHDR", header()), end),
      "two headers": png(chunk("IHDR", header())),
      "a short header": pngOf(chunk("IHDR", header().subarray(0, 12)), data, end),
      "no width": pngOf(chunk("IHDR", header(0, 2)), data, end),
      "no height": pngOf(chunk("IHDR", header(2, 0)), data, end),
      "a width beyond 31 bits": pngOf(chunk("IHDR", header(2 ** 31, 2)), data, end),
      "an unknown colour type": pngOf(header8(8, 5, 0, 0, 0), data, end),
      "a depth its colour type does not allow": pngOf(header8(1, 6, 0, 0, 0), data, end),
      "an unknown compression": pngOf(header8(8, 6, 1, 0, 0), data, end),
      "an unknown filter": pngOf(header8(8, 6, 0, 1, 0), data, end),
      "an unknown interlace": pngOf(header8(8, 6, 0, 0, 2), data, end),
      "no palette where one is needed": pngOf(header8(8, 3, 0, 0, 0), data, end),
      "a palette of half colours": pngOf(header8(8, 3, 0, 0, 0), chunk("PLTE", Buffer.alloc(4)), data, end),
      "a palette for grey": pngOf(header8(8, 0, 0, 0, 0), palette, data, end),
      "a palette after the pixels": pngOf(header8(8, 2, 0, 0, 0), data, palette, end),
      "an unknown chunk a decoder must know": png(chunk("HTML", script)),
      "a chunk without a name": png(chunk("\0\0\0\0")),
      "pixels in two places": pngOf(chunk("IHDR", header()), data, chunk("tEXt"), data, end),
      "a wrong checksum": wrongSum,
      "a chunk longer than the file": longChunk
    }
    for (const [name, image] of Object.entries(refused)) assert.isString(pngFault(image), name)
  })

  it.effect.prop(
    "a PNG logo has no byte that may change",
    [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: png().length - 1 }))],
    ([at]) =>
      Effect.sync(() => {
        const changed = png()
        changed[at]! ^= 0x20
        assert.isString(pngFault(changed))
      })
  )

  it.effect.prop("a PNG logo is not just any bytes", [Schema.Uint8Array], ([image]) =>
    Effect.sync(() => {
      assert.isString(pngFault(image))
      assert.isString(pngFault(Buffer.concat([pngSignature, image])))
    })
  )
})

const hostile: Readonly<Record<string, string>> = {
  // Scripts and handlers
  script: svg("<script>alert(1)</script>"),
  "a script of its own namespace": svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'),
  "a script elsewhere": svg('<script href="https://evil.example/x.js"/>'),
  "an XHTML script": svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'),
  "an XHTML image": svg('<img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>'),
  "a handler on the root": svg("", 'onload="alert(1)"'),
  "a handler inside": svg('<rect onclick="alert(1)"/>'),
  "a handler in capitals": svg('<rect ONCLICK="alert(1)"/>'),
  "a handler of an event element": svg('<handler type="click">alert(1)</handler>'),
  "a handler in a drawing program's element name": svg('<foo:script xmlns:foo="urn:x">1</foo:script>'),
  "an animation's handler": svg('<animate attributeName="x" onbegin="alert(1)"/>'),
  // Foreign content and links
  foreignObject: svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
  "an iframe": svg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/>'),
  "an embed": svg('<embed src="https://evil.example"/>'),
  "an object": svg('<object data="https://evil.example"/>'),
  audio: svg('<audio src="https://evil.example/a.mp3"/>'),
  "a link": svg('<a href="https://evil.example"><rect/></a>'),
  "a script link": svg('<a xlink:href="javascript:alert(1)"><rect/></a>'),
  // References
  "an image elsewhere": svg('<image href="https://evil.example/x.png"/>'),
  "an image by xlink": svg('<image xlink:href="http://evil.example/x.png"/>'),
  "an image of the same host": svg('<image href="/api/client/me"/>'),
  "an image of any scheme": svg('<image href="//evil.example/x.png"/>'),
  "an embedded SVG": svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
  "an embedded page": svg('<image href="data:text/html,&lt;script&gt;"/>'),
  "an embedded image that is plain text": svg('<image href="data:image/png,abc"/>'),
  "an image in a use": svg('<use href="data:image/png;base64,AAAA"/>'),
  "a use of another document": svg('<use href="https://evil.example/x.svg#a"/>'),
  "a use of another file": svg('<use xlink:href="x.svg#a"/>'),
  "an empty reference": svg('<use href=""/>'),
  "a filter image elsewhere": svg('<filter id="f"><feImage href="https://evil.example"/></filter>'),
  "a gradient elsewhere": svg('<linearGradient href="https://evil.example#g"/>'),
  "a script reference": svg('<image href="javascript:alert(1)"/>'),
  "a script reference with a tab": svg('<image href="java&#9;script:alert(1)"/>'),
  "a script reference with spaces": svg('<image href="  javascript:alert(1)"/>'),
  "a script reference of numbers": svg('<image href="&#106;&#97;vascript:alert(1)"/>'),
  "a script in a harmless attribute": svg('<rect class="javascript:alert(1)"/>'),
  "another base": svg('<use href="#a"/>', 'xml:base="https://evil.example/"'),
  "a src": svg('<rect src="https://evil.example"/>'),
  "an action": svg('<rect action="https://evil.example"/>'),
  "a ping": svg('<rect ping="https://evil.example"/>'),
  "a cursor elsewhere": svg('<cursor href="https://evil.example/x.cur"/>'),
  // Style
  "an import": svg("<style>@import 'https://evil.example/x.css';</style>"),
  "an import in capitals": svg("<style>@IMPORT url(x.css);</style>"),
  "an import in CDATA": svg("<style><![CDATA[@import url(//evil.example)]]></style>"),
  "an import of references": svg("<style>&#64;import 'x';</style>"),
  "an import of escapes": svg("<style>@\\69mport 'x';</style>"),
  "a font elsewhere": svg("<style>@font-face{font-family:x;src:url(https://evil.example/f)}</style>"),
  "a namespace rule": svg("<style>@namespace url(http://www.w3.org/1999/xhtml);</style>"),
  "a background elsewhere": svg("<style>rect{background:url(https://evil.example)}</style>"),
  "a quoted address": svg(`<style>rect{fill:url("https://evil.example#x")}</style>`),
  "an unclosed address": svg('<rect style="fill:url(https://evil.example"/>'),
  "an address in capitals": svg('<rect style="fill:URL(//evil.example)"/>'),
  "an escaped address": svg('<rect style="fill:u\\72l(//evil.example)"/>'),
  "an image set": svg(`<rect style="background:image-set('https://evil.example' 1x)"/>`),
  "a src function": svg(`<rect style="background:src('https://evil.example')"/>`),
  "an expression": svg('<rect style="width:expression(alert(1))"/>'),
  "a behaviour": svg('<rect style="behavior: none"/>'),
  "a binding": svg('<rect style="-moz-binding:none"/>'),
  "a fill elsewhere": svg('<rect fill="url(https://evil.example#x)"/>'),
  "a filter elsewhere": svg('<rect filter="url(//evil.example#x)"/>'),
  "an escaped fill": svg('<rect fill="u\\rl(//evil.example#x)"/>'),
  "an embedded SVG in style": svg('<rect style="fill:url(data:image/svg+xml;base64,AAAA)"/>'),
  "elements in a style sheet": svg("<style><rect/></style>"),
  "another kind of style sheet": svg('<style type="text/xsl">x</style>'),
  // Animation
  "an animated href": svg('<use href="#a"><animate attributeName="href" to="javascript:alert(1)"/></use>'),
  "an animated xlink:href": svg('<use href="#a"><set attributeName="xlink:href" to="https://evil.example"/></use>'),
  "an animated handler": svg('<rect><set attributeName="onclick" to="alert(1)"/></rect>'),
  "an animated style": svg('<rect><set attributeName="style" to="x"/></rect>'),
  "an animation to elsewhere": svg(
    '<rect><animate attributeName="fill" values="red;url(https://evil.example)"/></rect>'
  ),
  // XML
  "a document type": `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">${svg()}`,
  "an entity": `<!DOCTYPE svg [<!ENTITY x "boo">]>${svg("<text>&x;</text>")}`,
  "an outer entity": `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`,
  "an undeclared entity": svg("<text>&nbsp;</text>"),
  "a style sheet instruction": `<?xml-stylesheet href="https://evil.example/x.css"?>${svg()}`,
  "a late declaration": ` <?xml version="1.0"?>${svg()}`,
  "another encoding": `<?xml version="1.0" encoding="UTF-7"?>${svg()}`,
  "tags that do not match": svg("<g></rect>"),
  "tags that do not close": '<svg xmlns="http://www.w3.org/2000/svg"><g>',
  "an attribute without quotes": svg("<rect width=4/>"),
  "an attribute twice": svg('<rect width="1" width="2"/>'),
  "an attribute twice by namespace": svg('<use xmlns:a="http://www.w3.org/1999/xlink" a:href="#x" xlink:href="#y"/>'),
  "attributes without space": svg('<rect width="1"height="1"/>'),
  "a bare ampersand": svg("<text>a & b</text>"),
  "a bare less-than": svg('<rect class="<"/>'),
  "a character XML lacks": svg("<text>\u0001</text>"),
  "a reference to one": svg("<text>&#0;</text>"),
  "a reference beyond Unicode": svg("<text>&#x110000;</text>"),
  "an unknown prefix": svg("<foo:rect/>"),
  "a comment with two hyphens": svg("<!-- a -- b -->"),
  "a comment that never ends": `${svg()}<!--`,
  "text after the root": `${svg()}<script>`,
  "two roots": svg() + svg(),
  "HTML after the root": `${svg()}<html/>`,
  "an end of CDATA alone": svg("<text>]]></text>"),
  "a wrong namespace": '<svg xmlns="http://www.w3.org/1999/xhtml"><rect/></svg>',
  "no namespace": '<svg viewBox="0 0 1 1"><rect/></svg>',
  "a root that is not svg": '<g xmlns="http://www.w3.org/2000/svg"/>',
  HTML: "<!doctype html><script>alert(1)</script>",
  nothing: "",
  space: "   ",
  "one level too many": svg("<g>".repeat(100) + "</g>".repeat(100)),
  "more levels than a parser can call itself": svg("<g>".repeat(14_000) + "</g>".repeat(14_000)),
  "one namespace too many": svg("", Array.from({ length: 98 }, (_, at) => `xmlns:a${at}="u"`).join(" ")),
  "an instruction inside": svg("<?php echo 1 ?>"),
  "an instruction after the root": `${svg()}<?x y?>`,
  "a prefix of XML's own": svg("", 'xmlns:xmlns="u"'),
  "another name for XML's namespace": svg("", 'xmlns:x="http://www.w3.org/XML/1998/namespace"'),
  "a name of two prefixes": svg("<a:b:c/>")
}

const friendly: Readonly<Record<string, string>> = {
  plain: svg(),
  declared: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Made by hand -->\n${svg()}\n`,
  "with a byte order mark": `\uFEFF${svg()}`,
  "as deep as may be": svg("<g>".repeat(99) + "</g>".repeat(99)),
  "with as many namespaces as may be": svg("", Array.from({ length: 97 }, (_, at) => `xmlns:a${at}="u"`).join(" ")),
  "with lines of Windows": svg("<title>a\r\nb\rc</title>"),
  prefixed: '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect width="1"/></s:svg>',
  gradients: svg(
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient>' +
      '<linearGradient id="h" xlink:href="#g" gradientTransform="rotate(90)"/></defs><rect fill="url(#h)"/>'
  ),
  "a style sheet": svg(
    '<style type="text/css"><![CDATA[.a{fill:#123;clip-path:url(#c)} @media (prefers-color-scheme:dark){.a{fill:rgb(1 2 3)}}]]></style>'
  ),
  "a style": svg('<rect style="fill:url(&quot;#a&quot;);transform:translate(1px,2px) scale(2)"/>'),
  "an embedded picture": svg('<image href="data:image/png;base64,iVBORw0KGgo=" width="1"/>'),
  filters: svg('<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><circle filter="url(#f)" r="1"/>'),
  animation: svg('<rect><animate attributeName="opacity" values="0;1" dur="1s" repeatCount="indefinite"/></rect>'),
  words: svg(
    '<title>R&amp;D &#x2764; Größe</title><desc>a &lt; b</desc><text x="1" y="2" font-family="\'A B\', serif">Hi</text>'
  ),
  uses: svg('<defs><path id="p" d="M0 0h1v1z"/></defs><use xlink:href="#p"/><use href="#p" x="2"/>'),
  spoken: svg("<rect data-name='x' aria-label='y' class='z'/>", 'role="img" version="1.1" xml:space="preserve"'),
  "a drawing program's notes": svg(
    '<sodipodi:namedview id="v" pagecolor="#fff" inkscape:zoom="1"/><metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><c:Work xmlns:c="http://creativecommons.org/ns#" r:about=""/></r:RDF></metadata>',
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" inkscape:version="1.3"'
  )
}

describe("an SVG logo", () => {
  for (const [name, text] of Object.entries(hostile)) {
    it(`an SVG logo is refused with ${name}`, () => assert.isString(ofText(text)))
  }

  for (const [name, text] of Object.entries(friendly)) {
    it(`an SVG logo is taken: ${name}`, () => assert.isNull(ofText(text)))
  }

  it("an SVG logo is refused when it is not UTF-8", () => {
    assert.isString(svgFault(new Uint8Array([...bytes(svg("<text>")), 0xff, ...bytes("</text>")])))
    assert.isString(svgFault(Buffer.from(`\uFEFF${svg()}`, "utf16le")))
    assert.isString(svgFault(png()))
  })

  it.effect.prop("an SVG logo holds any text, written as XML writes it", [Schema.String], ([text]) =>
    Effect.sync(() => {
      const kept = text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
      const written = [...kept].map((each) => (/[a-z ]/i.test(each) ? each : `&#${each.codePointAt(0)};`)).join("")
      assert.isNull(ofText(svg(`<title>${written}</title>`)))
    })
  )

  it.effect.prop("an SVG logo answers for any text, and none of them is an SVG", [Schema.String], ([text]) =>
    Effect.sync(() => {
      assert.isString(ofText(text))
      assert.doesNotThrow(() => ofText(svg(text)))
      assert.doesNotThrow(() => ofText(svg("", text)))
    })
  )

  it.effect.prop(
    "an SVG logo has only attributes it is known to draw with",
    [Schema.String.check(Schema.isPattern(/^[a-z]{2,9}$/))],
    ([name]) => Effect.sync(() => assert.isString(ofText(svg(`<rect on${name}="1"/>`))))
  )
})
