import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  isSameSearch,
  mostViews,
  type SavedView,
  SavedViews,
  viewSearchOf,
  withoutView,
  withView
} from "../../packages/console/src/fleet/savedViews.ts"
import { countOf } from "../../packages/console/src/features/robots/robotViews.ts"
import { fleetOf } from "../../packages/console/src/fleet/robotState.ts"
import { parseQuery } from "../../packages/console/src/query/query.ts"
import type { RobotListItem } from "@fleet/sdk"

const memory = () => {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text)
  }
}
const low: SavedView = { name: "Low battery", search: { q: "battery:<30", cols: "battery" } }

const Part = Schema.Literals(["", "all", "name", "online", "-latency", "battery:<30"])

describe("saved views", () => {
  it("are kept for each organisation apart, and read again", () => {
    const storage = memory()
    const views = new SavedViews(() => storage)
    views.set("a", [low])
    assert.deepStrictEqual(new SavedViews(() => storage).of("a"), { views: [low], trouble: undefined })
    assert.deepStrictEqual(views.of("b").views, [])
    assert.deepStrictEqual(views.of(undefined).views, [])
    assert.strictEqual(views.of("a"), views.of("a"))
  })

  it("last as long as the page where nothing is kept, and say so", () => {
    const views = new SavedViews(() => ({
      getItem: () => null,
      setItem: () => {
        throw new Error("full")
      }
    }))
    let told = 0
    views.onChange(() => told++)
    views.set("a", [low])
    assert.deepStrictEqual(views.of("a"), { views: [low], trouble: "unkept" })
    assert.strictEqual(told, 1)
  })

  it("are none where storage is forbidden or holds something else, and say so", () => {
    const forbidden = new SavedViews(() => {
      throw new Error("forbidden")
    })
    assert.deepStrictEqual(forbidden.of("a"), { views: [], trouble: "unread" })
    const storage = memory()
    const views = new SavedViews(() => storage)
    for (const text of ["{", "7", '{"a":1}']) {
      storage.texts.set(views.keyOf("a"), text)
      views.changed(null)
      assert.strictEqual(views.of("a").trouble, "unread", text)
    }
    storage.texts.set(views.keyOf("a"), '[1,null,{"name":" "},{"name":"x","search":{"q":5,"sort":"state","peek":"p"}}]')
    views.changed(views.keyOf("a"))
    assert.deepStrictEqual(views.of("a"), { views: [{ name: "x", search: { sort: "state" } }], trouble: undefined })
  })

  it("are read again when another tab writes them", () => {
    const storage = memory()
    const [one, two] = [new SavedViews(() => storage), new SavedViews(() => storage)]
    assert.deepStrictEqual(two.of("a").views, [])
    one.set("a", [low])
    two.changed("something else")
    assert.deepStrictEqual(two.of("a").views, [])
    two.changed(two.keyOf("a"))
    assert.deepStrictEqual(two.of("a").views, [low])
  })

  it("have one view of a name, where it stood, and no more than twenty", () => {
    const two = withView([low], { name: "Mine", search: {} })
    assert.deepStrictEqual(
      withView(two, { name: " low BATTERY ", search: { q: "x" } }).map(({ search }) => search.q),
      ["x", undefined]
    )
    assert.deepStrictEqual(
      withoutView(two, "LOW battery").map(({ name }) => name),
      ["Mine"]
    )
    const many = Array.from({ length: 30 }, (_, index) => ({ name: `${index}`, search: {} }))
    assert.strictEqual(many.reduce<ReadonlyArray<SavedView>>(withView, []).length, mostViews)
  })

  it.prop(
    "keep of an address what the list is, and know it again",
    [Schema.Struct({ q: Part, view: Part, sort: Part, cols: Part })],
    ([search]) => {
      const kept = viewSearchOf({ ...search, peek: "p" } as typeof search)
      assert.isTrue(isSameSearch(kept, viewSearchOf(kept)))
      assert.isFalse(Object.values(kept).includes(""))
      assert.isUndefined((kept as { readonly peek?: string }).peek)
      assert.isTrue(kept.view !== "all" && kept.sort !== "name")
    }
  )

  it("count their robots but where a value decides that only rows on the screen have", () => {
    const robot = (id: string, online: boolean) =>
      ({
        id,
        name: id,
        bridge_state: { online, latency_ms: null, low_bandwidth: false },
        protocol_status: "current",
        protocol_version: 5
      }) as RobotListItem
    const fleet = fleetOf({ robots: [robot("a", true), robot("b", false)], alerts: [], jobs: [], health: [] })
    assert.strictEqual(countOf(fleet, "online", parseQuery("")), 1)
    assert.strictEqual(countOf(fleet, "nonsense", parseQuery("-name:a")), 1)
    assert.strictEqual(countOf(fleet, "all", parseQuery("battery:<30")), undefined)
    assert.strictEqual(countOf(fleet, "all", parseQuery("app:Floor")), undefined)
  })
})
