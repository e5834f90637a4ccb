import { assert, describe, it } from "@effect/vitest"
import { colourOf, contrast, hexOf, lightened } from "@fleet/server/platform/pages/Colour"
import { schemesOf, themeCss } from "@fleet/server/platform/pages/Theme"
import { intents } from "@fleet/server/platform/pages/tokens.gen"
import { Effect, Schema } from "effect"

const Accent = Schema.String.check(Schema.isPattern(/^#[0-9a-f]{6}$/))
const of = (hex: string) => colourOf(hex)!

describe("the theme of an accent", () => {
  it("the theme of an accent measures contrast as WCAG does", () => {
    assert.strictEqual(contrast(of("#000000"), of("#ffffff")), 21)
    assert.closeTo(contrast(of("#777777"), of("#ffffff")), 4.48, 0.01)
    assert.closeTo(contrast(of("#ff0000"), of("#ffffff")), 4.0, 0.01)
    assert.strictEqual(contrast(of("#123456"), of("#123456")), 1)
  })

  it.effect.prop("the theme of an accent can be read everywhere, in light and dark", { accent: Accent }, ({ accent }) =>
    Effect.sync(() => {
      const { dark, light } = schemesOf(of(accent))
      for (const [scheme, card] of [
        [light, intents.light],
        [dark, intents.dark]
      ] as const) {
        assert.isAtLeast(contrast(of(scheme.accent), of(scheme.onAccent)), 4.5)
        assert.isAtLeast(contrast(of(scheme.hover), of(scheme.onAccent)), 4.5)
        for (const ground of [card.raised, card.sunken, card.ground, scheme.soft]) {
          assert.isAtLeast(contrast(of(scheme.link), of(ground)), 4.5)
        }
        assert.strictEqual(scheme.standsOut, contrast(of(scheme.accent), of(card.raised)) >= 3)
      }
      assert.strictEqual(light.accent, accent)
      assert.isTrue(dark.standsOut)
    })
  )

  it("the theme of an accent keeps the hue in the dark, and a colour that is seen there as it is", () => {
    const ground = of(intents.dark.raised)
    assert.strictEqual(hexOf(lightened(of("#ffcc00"), ground, 3)), "#ffcc00")
    const [red, green, blue] = lightened(of("#000080"), ground, 3)
    assert.isAbove(blue, red)
    assert.isAbove(blue, green)
    assert.isAtLeast(contrast(lightened(of("#000000"), ground, 3), ground), 3)
  })

  it("the theme of an accent is no switched-off grey in the dark where it is black in the light, and the grey that was chosen where it is seen", () => {
    const { dark, light } = schemesOf(of("#0a0a0c"))
    assert.deepStrictEqual([light.accent, light.onAccent], ["#0a0a0c", "#ffffff"])
    assert.deepStrictEqual([dark.accent, dark.onAccent], [intents.dark.text, "#000000"])
    assert.strictEqual(schemesOf(of("#909090")).dark.accent, "#909090")
  })

  it("the theme of an accent uses the text's colour for links that could not be read, and a line around buttons that could not be seen", () => {
    const css = themeCss("#ffff00")
    assert.include(css, `--accent-text: light-dark(${intents.light.text}, #ffff00)`)
    assert.include(css, "--accent-edge: light-dark(var(--edge), transparent)")
    assert.include(css, "--on-accent: light-dark(#000000, #000000)")
    assert.include(themeCss("#1f4e8c"), "--on-accent: light-dark(#ffffff, ")
  })

  it("the theme of an accent darkens a link a little rather than lose its hue", () => {
    const [red, green, blue] = of(schemesOf(of("#e4002b")).light.link)
    assert.isAbove(red, 180)
    assert.isBelow(Math.max(green, blue), 60)
  })

  it("the theme of an accent is neutral without an accent, and writes nothing that is no colour", () => {
    for (const text of [null, "", "red", "#fff", "#12345g", "#000000;} body{display:none", "#000000\n"]) {
      assert.strictEqual(themeCss(text), "")
    }
  })
})
