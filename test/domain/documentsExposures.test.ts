import {
  countExposures,
  type Exposure,
  exposureSections,
  exposuresOf,
  findExposure,
  findOfKind,
  indexOf
} from "@fleet/domain/RobotConfig/Exposures"
import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import { assert, describe, it } from "@effect/vitest"

const config = (name: string) => ({ description: name })

/** Sections as a text may have them: in another order, and with another number of entries each. */
const doc = {
  platform: 1,
  messages: { halt: {} },
  cameras: { ca: config("ca") },
  publishers: { pb: config("pb"), pa: config("pa") },
  services: { sc: config("sc"), sb: config("sb"), sa: config("sa") },
  actions: { ad: config("ad"), ac: config("ac"), ab: config("ab"), aa: config("aa") },
  datapoints: { de: config("de"), dd: config("dd"), dc: config("dc"), db: config("db"), da: config("da") },
  low_bandwidth: {}
} as unknown as DeliveredDocument

const named = ({ kind, slug }: Exposure) => `${kind} ${slug}`

describe("the exposures of a document", () => {
  it("the exposures of a document are listed kind by kind, each kind as it is written, with their part of the document", () => {
    assert.deepStrictEqual(exposuresOf(doc).map(named), [
      ...["de", "dd", "dc", "db", "da"].map((slug) => `datapoint ${slug}`),
      ...["ad", "ac", "ab", "aa"].map((slug) => `action ${slug}`),
      ...["sc", "sb", "sa"].map((slug) => `service ${slug}`),
      ...["pb", "pa"].map((slug) => `publisher ${slug}`),
      "camera ca"
    ])
    for (const { config, kind, slug } of exposuresOf(doc)) {
      assert.strictEqual(config, doc[exposureSections[kind]]![slug])
    }
  })

  it("the exposures of a document are counted section by section", () => {
    assert.deepStrictEqual(countExposures(doc), { datapoints: 5, actions: 4, services: 3, publishers: 2, cameras: 1 })
    assert.deepStrictEqual(countExposures({}), { datapoints: 0, actions: 0, services: 0, publishers: 0, cameras: 0 })
  })

  it("the exposures of a document are found by slug, and by kind and slug", () => {
    for (const exposure of exposuresOf(doc)) {
      assert.strictEqual(findExposure(doc, exposure.slug), exposure)
      for (const kind of ["datapoint", "action", "service", "publisher", "camera"] as const) {
        assert.strictEqual<unknown>(findOfKind(doc, kind, exposure.slug), kind === exposure.kind ? exposure : undefined)
      }
    }
    for (const slug of ["halt", "constructor", "nope", ""]) {
      assert.isUndefined(findExposure(doc, slug))
      assert.isUndefined(findOfKind(doc, "action", slug))
    }
  })

  it("the exposures of a document are read once for each document object", () => {
    assert.strictEqual(indexOf(doc), indexOf(doc))
    assert.strictEqual(exposuresOf(doc)[0], exposuresOf(doc)[0])
    const copy = { ...doc, actions: {} }
    assert.notStrictEqual(indexOf(copy), indexOf(doc))
    assert.strictEqual(indexOf(copy).size, 11)
  })

  it("the exposures of a document of a document without sections are none", () => {
    for (const empty of [{}, { platform: 1 }, { datapoints: {}, cameras: {} }] as ReadonlyArray<DeliveredDocument>) {
      assert.isEmpty(exposuresOf(empty))
    }
  })
})
