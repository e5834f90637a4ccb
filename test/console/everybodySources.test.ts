import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const home = "packages/console/src"
const filesOf = (ending: string) =>
  globSync(`${home}/**/*.${ending}`, { cwd: root }).map((file) => file.slice(home.length + 1))
const styles = filesOf("css")
const scripts = [...filesOf("ts"), ...filesOf("tsx")]
const catalogues = scripts.filter((file) => /(?:^|\/)(?:words|\w+Words)\.ts$/.test(file) && file !== "i18n/words.ts")

/** The files in which a pattern occurs, with how often. */
const where = (files: ReadonlyArray<string>, pattern: RegExp) =>
  Object.fromEntries(
    files
      .map((file) => [file, [...read(`${home}/${file}`).matchAll(pattern)].length] as const)
      .filter(([, count]) => count > 0)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
  )

describe("the sources of the console, for everybody", () => {
  it("place nothing out of the order that it is read in, but what is listed here with its reason", () => {
    assert.deepStrictEqual(where(styles, /\border:\s*-?\d/g), {
      // In one column the effect of a draft follows the text that it is of, and what the robot runs comes first.
      "features/config/config.css": 2,
      // The field that finds a card lies over all of them, the camera included.
      "features/live/LivePage.css": 1,
      // On a narrow page Stop stands beside the name, and what is known of the robot, read between them, below.
      "features/robot/RobotLayout.css": 3
    })
    assert.deepStrictEqual(where(styles, /(?:row|column)-reverse|wrap-reverse|\bdense\b/g), {
      // A value stands at the end of its line, and its age, heard after it, before it.
      "features/robots/peek/Peek.css": 1
    })
    assert.deepStrictEqual(where(scripts, /tabIndex=\{[1-9]/g), {})
    assert.deepStrictEqual(where(styles, /grid-area:|grid-row:/g), {
      // On a narrow page the time stands at the end of the first line, and the text, read after the name, below.
      "features/activity/Activity.css": 2,
      "features/overview/views/AttentionList.css": 1,
      // As arrows lie on a keyboard: each names its direction.
      "features/live/drive/DrivePad.css": 4,
      // The camera is as tall as two rows of cards: nothing changes its place.
      "features/live/LivePage.css": 2
    })
  })

  // "Above" and "below" are the order of reading, also where one hears the page.
  it("say of nothing that it is left, right or of a colour, but where the robot's own sides are meant", () => {
    const sides = new Set([
      "on the left",
      "on the right",
      "links",
      "rechts",
      "Links drehen",
      "Rechts drehen",
      "Rechten"
    ])
    const english =
      /\b(?:on the (?:left|right)|to the (?:left|right)|(?:red|green|blue|yellow|orange|purple|gr[ea]y) \w+|round button|square button)\b/gi
    const german =
      /\b(?:(?:nach |auf der )?(?:links|rechts|linken|rechten)|(?:rot|grün|blau|gelb|orange|lila|grau)(?:e|en|er|es)?)\b/gi
    const found: Array<string> = []
    for (const file of catalogues)
      for (const [, text] of read(`${home}/${file}`).matchAll(/["`]([^"`\n]*)["`]/g))
        for (const pattern of [english, german])
          for (const [word] of sides.has(text!) ? [] : text!.matchAll(pattern))
            found.push(`${file}: ${word} in "${text}"`)
    assert.deepStrictEqual(found, [])
  })

  it("show pictures for cameras and the mark alone, and draw text for axes of charts alone", () => {
    assert.deepStrictEqual(where(scripts, /<img\b|<image\b|<picture\b|new Image\(/g), {
      "app/Navigation.tsx": 1,
      "features/live/camera/CameraPanel.tsx": 1,
      "session/Alone.tsx": 1
    })
    assert.deepStrictEqual(where(styles, /url\((?!"@fontsource)/g), {})
    assert.notInclude(read(`${home}/mark.svg`), "<text")
    // Words at a ring of a scan, which its name and its table say too.
    assert.deepStrictEqual(where(scripts, /\bfillText\b|\bstrokeText\b/g), {})
  })

  it("ask for no path of a finger, no second finger and no dragging", () => {
    assert.deepStrictEqual(
      where(
        scripts,
        /onPointerMove|onTouch\w+|onDrag\w*|draggable|onWheel|"(?:pointer|mouse|touch)move"|"gesture\w+"|"wheel"/g
      ),
      {
        // The choice under the pointer; it follows arrows as well.
        "app/Palette.tsx": 1
      }
    )
    // A finger that is held drives and sends; what holds is a button, and a key does the same.
    assert.deepStrictEqual(Object.keys(where(scripts, /setPointerCapture/g)), [
      "features/live/drive/DrivePad.tsx",
      "features/live/drive/HoldButton.tsx"
    ])
    // Charts can be looked at, not drawn on.
    const charts = where(scripts, /new uPlot\(/g)
    assert.deepStrictEqual(charts, { "live/Chart.tsx": 1 })
    assert.match(read(`${home}/live/Chart.tsx`), /cursor: \{ show: false \}/)
  })
})
